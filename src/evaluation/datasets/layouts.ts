import { beir } from "./beir.js";
import { financebench } from "./financebench.js";
import { finqa } from "./finqa.js";
import { kgRag } from "./kg-rag.js";
import type { DataSetLayout } from "./layout.js";
import { llamahub } from "./llamahub.js";
import { ownFormat } from "./own-format.js";
import { sealTools } from "./seal-tools.js";
import { tatqa } from "./tatqa.js";
import { toole, tooleMulti } from "./toole.js";

/** All layouts; where files are laid out in several ways at once, the first is meant. */
export const layouts: readonly DataSetLayout[] = [
  ownFormat,
  financebench,
  kgRag,
  tatqa,
  llamahub,
  beir,
  sealTools,
  toole,
  tooleMulti,
  finqa,
];
