import type { IngestProblem } from "../../index.js";
import type { IngestRow } from "../state/ingest-rows.js";
import type { PasswordState } from "../state/passwords.js";
import type { Words } from "../strings/words.js";

/** Where a file is on its way, in a few words. */
export function stateWords(
  words: Words,
  row: IngestRow,
  paused: boolean,
  password: PasswordState | null = null,
): string {
  const { state, done, problem } = row;
  if (password !== null) return words.t(`documents.state.password.${password}`);
  if (state === "held") return words.t(heldMessage(problem));
  if (state === "refused") return words.t(refusedMessage(problem));
  const pages = pagesWords(words, row);
  if (paused) {
    return done > 0
      ? words.t("documents.state.paused.pages", { pages })
      : words.t("documents.state.paused");
  }
  if (state === "waiting") {
    return done > 0
      ? words.t("documents.state.waiting.pages", { pages })
      : words.t("documents.state.waiting", { size: words.size(row.size) });
  }
  if (state === "indexing") return words.t("documents.state.indexing");
  const left = remaining(row);
  if (left === null) return pages;
  return words.t("documents.state.reading.left", { pages, left: words.timeLeft(left) });
}

/** Where a document is that is read again, or a new version of it. */
export function renewalWords(words: Words, row: IngestRow, paused: boolean): string {
  const state = renewalState(words, row, paused);
  return row.renews
    ? words.t("documents.renewal.again", { state })
    : words.t("documents.renewal.version", { state });
}

function renewalState(words: Words, row: IngestRow, paused: boolean): string {
  const { state, done, total } = row;
  const pages = pagesWords(words, row);
  if (paused) {
    return done > 0
      ? words.t("documents.renewal.paused.pages", { pages })
      : words.t("documents.renewal.paused");
  }
  if (state === "waiting") {
    return done > 0
      ? words.t("documents.renewal.waiting.pages", { pages })
      : words.t("documents.renewal.waiting", { size: words.size(row.size) });
  }
  if (state === "indexing") return words.t("documents.renewal.indexing");
  return words.t("documents.renewal.progress", { done, count: total });
}

function heldMessage(problem: IngestProblem | null) {
  switch (problem?.code) {
    case "storage-full":
      return "documents.held.noRoom";
    case "permission-required":
      return "documents.held.permission";
    case "page-stopped":
      return "documents.held.stopped";
    default:
      return "documents.held.other";
  }
}

function refusedMessage(problem: IngestProblem | null) {
  switch (problem?.code) {
    case "unsupported-format":
      return "documents.refused.unsupported";
    case "format-mismatch":
      return "documents.refused.mismatch";
    case "empty-file":
      return "documents.refused.empty";
    case "damaged-file":
      return "documents.refused.damaged";
    case "too-large":
      return "documents.refused.tooLarge";
    case "nothing-to-read":
      return "documents.refused.nothingToRead";
    case "timed-out":
      return "documents.refused.timedOut";
    default:
      return "documents.refused.other";
  }
}

function pagesWords(words: Words, { done, total }: IngestRow): string {
  return total > 0
    ? words.t("documents.state.pages", { done, count: total })
    : words.t("documents.state.pagesRead", { count: done });
}

/** Milliseconds the file will probably still take; null while it is too early to say, and near the end. */
function remaining({ done, total, startedAt, startedWith }: IngestRow): number | null {
  const elapsed = performance.now() - startedAt;
  const gained = done - startedWith;
  if (startedAt === 0 || elapsed < 3000 || gained <= 0) return null;
  const left = ((total - done) * elapsed) / gained;
  return left < 10_000 ? null : left;
}
