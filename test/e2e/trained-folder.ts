import path from "node:path";
import { repository } from "../driver/repository.js";

/** Folder of trained models, and of llama.cpp's server. */
export const trainedFolder: string =
  process.env.PAGEHOUND_TRAINED_MODELS ?? path.join(repository, "../trained-models");
