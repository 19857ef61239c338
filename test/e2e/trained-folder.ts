import path from "node:path";
import { repository } from "../driver/repository.js";

/** The folder of trained models and llama.cpp's server. */
export const trainedFolder: string =
  process.env.PAGEHOUND_TRAINED_MODELS ?? path.join(repository, "../trained-models");
