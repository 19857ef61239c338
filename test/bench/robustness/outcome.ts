import type { PageCounts } from "../../../src/index.js";

/** What happened when a file was added, as seen by the page. */
export type Ending =
  | {
      readonly kind: "added";
      readonly pages: PageCounts;
      /** Text of the first pages, as many as requested. */
      readonly texts: readonly string[];
      /** Requested pages whose text was left out because of the total length. */
      readonly textsLeftOut: number;
    }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  /** Did not finish within the limit. */
  | { readonly kind: "hang" }
  /** The page or a worker crashed. */
  | { readonly kind: "crash"; readonly message: string }
  /** Anything else: an error was thrown, or the last event was missing. */
  | { readonly kind: "unknown"; readonly message: string };

/**
 * The final state of a file. The first three are acceptable:
 *
 * - `searchable`: everything readable on its pages can be searched.
 * - `partial`: it was added, but some or all of its pages are scanned or unreadable.
 * - `refused`: it was not added, and the reason was reported.
 * - `crash`: the page or a worker crashed. `hang`: it did not finish within the limit.
 * - `unknown`: anything else, such as an uncaught error.
 */
export type FileState = "searchable" | "partial" | "refused" | "crash" | "hang" | "unknown";

export interface FileOutcome {
  readonly state: FileState;
  /** The error code with which it was refused. */
  readonly code: string | null;
  readonly pages: number;
  readonly unreadable: number;
  /** Pages that were read but have no text, because they are scanned or blank. */
  readonly withoutText: number;
  /** What went wrong; null if nothing did. */
  readonly problem: string | null;
}

/** @param problems console errors and uncaught errors while the file was added */
export function outcomeOf(ending: Ending, problems: readonly string[]): FileOutcome {
  const outcome = withoutProblems(ending);
  if (problems.length === 0 || outcome.problem !== null) return outcome;
  return { ...outcome, state: "unknown", problem: problems.join(" ") };
}

/** Codes that point to a fault in the library rather than in the file. */
const faults: ReadonlySet<string> = new Set(["internal", "storage-failed", "closed"]);

function withoutProblems(ending: Ending): FileOutcome {
  const nothing = { code: null, pages: 0, unreadable: 0, withoutText: 0, problem: null };
  switch (ending.kind) {
    case "added":
      return added(ending.pages);
    case "refused": {
      const { code, message } = ending;
      if (code === "worker-failed") return { ...nothing, state: "crash", code, problem: message };
      if (!faults.has(code)) return { ...nothing, state: "refused", code };
      return { ...nothing, state: "unknown", code, problem: `${code}: ${message}` };
    }
    case "hang":
      return { ...nothing, state: "hang", problem: "There was no end within the limit." };
    case "crash":
    case "unknown":
      return { ...nothing, state: ending.kind, problem: ending.message };
  }
}

function added({ total, text, empty, scanned, unreadable }: PageCounts): FileOutcome {
  const counts = { code: null, pages: total, unreadable, withoutText: empty + scanned };
  if (total === 0 || text + empty + scanned + unreadable !== total) {
    const problem = `The counts of its pages do not add up: ${total} pages, of which ${text} with text, ${empty} empty, ${scanned} scanned, ${unreadable} unreadable.`;
    return { ...counts, state: "unknown", problem };
  }
  const whole = text > 0 && scanned + unreadable === 0;
  return { ...counts, state: whole ? "searchable" : "partial", problem: null };
}
