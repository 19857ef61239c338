import { answer } from "./answer.js";
import { calculate } from "./calculate.js";
import { getPassages } from "./get-passages.js";
import { grep } from "./grep.js";
import { listDocuments } from "./list-documents.js";
import { outline } from "./outline.js";
import { preview } from "./preview.js";
import { read } from "./read.js";
import { search } from "./search.js";
import type { Tool } from "./tool.js";

/** The library's own tools, in the order a model is told of them. */
export const standardTools: readonly Tool[] = [
  listDocuments,
  outline,
  search,
  grep,
  preview,
  read,
  getPassages,
  calculate,
  answer,
];
