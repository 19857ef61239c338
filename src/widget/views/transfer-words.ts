import type { TransferProgress } from "../../index.js";
import type { Transfer } from "../state/transfers.js";
import type { Words } from "../strings/words.js";

/** "Fetching Handbook · 12 of 40 documents". */
export function fetchWords(words: Words, name: string, progress: TransferProgress | null): string {
  if (!progress) return words.t("published.fetching", { name });
  const { done, total: count } = progress;
  return words.t("published.fetching.progress", { name, done, count });
}

/** "Checking handbook.pagehound · 12 of 40 documents", or what else is done with it. */
export function transferWords(words: Words, { kind, name, progress }: Transfer): string {
  if (kind === "saving") {
    if (!progress) return words.t("collections.save.start", { name });
    return words.t("collections.save.progress", { name, ...counts(progress) });
  }
  if (!progress) return words.t("collections.open.start", { name });
  const step = progress.step === "checking" ? "checking" : "storing";
  return words.t(`collections.open.${step}`, { name, ...counts(progress) });
}

function counts({ done, total }: TransferProgress): { done: number; count: number } {
  return { done, count: total };
}
