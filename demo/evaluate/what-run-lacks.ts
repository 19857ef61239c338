import type { LanguageModel } from "pagehound/models";
import type { ChosenDataSet } from "./data-set-choice.js";
import type { KeptRun } from "./kept-runs.js";

/** A requirement that a run lacks to resume. */
export interface Lack {
  readonly message: string;
  /** Whether the missing thing is its model. */
  readonly model: boolean;
}

/** The requirement that a run lacks to resume; null if it has all. */
export function whatRunLacks(
  { label, fingerprint, model, finished }: KeptRun,
  chosen: ChosenDataSet | null,
  connected: LanguageModel | null,
): Lack | null {
  const files = (message: string): Lack => ({ message, model: false });
  if (!chosen) return files(`Choose the files of ${label} again to go on.`);
  if (chosen.fingerprint !== fingerprint) {
    return files(
      `The run had other questions or documents than these. Choose the files of ${label} again.`,
    );
  }
  if (model === null || finished || connected?.info.id === model.id) return null;
  return { message: `The run asked ${model.name}. Connect it again to go on.`, model: true };
}
