import { existsSync } from "node:fs";
import path from "node:path";
import { trainedFolder } from "./trained-folder.js";

/** A larger model named here takes minutes, especially in a long run. */
const name = process.env.PAGEHOUND_TRAINED_MODEL ?? "SmolLM2-135M-Instruct.Q4_1.gguf";

/** A trained model; null (which is reported) if there is none. */
export const trainedFile: string | null = existsSync(path.join(trainedFolder, name))
  ? path.join(trainedFolder, name)
  : null;

if (trainedFile === null) {
  process.stdout.write(
    `The tests with a trained model are skipped: there is no ${name} in the folder that PAGEHOUND_TRAINED_MODELS names, nor in ../trained-models.\n`,
  );
}
