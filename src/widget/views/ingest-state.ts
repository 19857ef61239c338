import type { IngestProblem } from "../../index.js";
import type { IngestRow } from "../state/ingest-rows.js";
import type { PasswordState } from "../state/passwords.js";
import { count, counted, size, timeLeft } from "../state/words.js";

/** Where a file is on its way, in a few words. */
export function stateWords(
  row: IngestRow,
  paused: boolean,
  password: PasswordState | null = null,
): string {
  const { state, done, total, problem } = row;
  if (password !== null) return passwordWords[password];
  if (state === "held") return heldWords(problem);
  if (state === "refused") return refusedWords(problem);
  if (paused) return done > 0 ? `Paused · ${pagesWords(done, total)}` : "Paused";
  if (state === "waiting") {
    return done > 0 ? `Waiting · ${pagesWords(done, total)}` : `Waiting · ${size(row.size)}`;
  }
  if (state === "indexing") return "Making it searchable";
  const words = pagesWords(done, total);
  const left = remaining(row);
  return left === null ? words : `${words} · ${timeLeft(left)}`;
}

const passwordWords: Readonly<Record<PasswordState, string>> = {
  asked: "Needs a password",
  wrong: "Wrong password",
  checking: "Trying the password",
};

function heldWords(problem: IngestProblem | null): string {
  switch (problem?.code) {
    case "storage-full":
      return "No room";
    case "permission-required":
      return "Needs your permission";
    default:
      return "Cannot go on yet";
  }
}

function refusedWords(problem: IngestProblem | null): string {
  switch (problem?.code) {
    case "unsupported-format":
      return "Not supported yet";
    case "format-mismatch":
      return "Not what its name says";
    case "empty-file":
      return "Empty";
    case "damaged-file":
      return "Damaged";
    case "nothing-to-read":
      return "No page could be read";
    case "timed-out":
      return "Took too long to open";
    default:
      return "Could not be read";
  }
}

function pagesWords(done: number, total: number): string {
  return total > 0
    ? `${count(done)} of ${counted(total, "page")}`
    : `${counted(done, "page")} read`;
}

/** Milliseconds the file will probably still take; null while it is too early to say, and near the end. */
function remaining({ done, total, startedAt, startedWith }: IngestRow): number | null {
  const elapsed = performance.now() - startedAt;
  const gained = done - startedWith;
  if (startedAt === 0 || elapsed < 3000 || gained <= 0) return null;
  const left = ((total - done) * elapsed) / gained;
  return left < 10_000 ? null : left;
}
