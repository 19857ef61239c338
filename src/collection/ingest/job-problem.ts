import { type ErrorCode, type IngestProblem, PagehoundError } from "../../core/index.js";

/** Problems that are not the file's fault: it can be read once what is missing is available. */
const curable: ReadonlySet<ErrorCode> = new Set([
  "password-required",
  "permission-required",
  "assets-missing",
  "storage-full",
  "storage-failed",
]);

export interface JobProblem extends IngestProblem {
  /** Whether the job waits for the problem to be fixed. */
  readonly held: boolean;
}

/** Why a job failed, and whether it waits for that to be fixed. */
export function problemOf(error: unknown, path: string): JobProblem {
  if (!PagehoundError.isInstance(error)) {
    return {
      code: "internal",
      message: `${path} could not be added because of a bug in Pagehound. Adding it again may help.`,
      held: false,
    };
  }
  const { code, data } = error;
  // If a reader did not start, or the disk did not return the file, the file is not at fault
  // either.
  const held = curable.has(code) || data.started === false || data.given === false;
  return { code, message: messageOf(error, path), held };
}

/** The message, with the file's name, and with how much space is missing, if known. */
function messageOf({ code, message, data }: PagehoundError, path: string): string {
  if (code === "storage-full") return `${path} could not be stored. ${roomOf(data)}`;
  if (code === "storage-failed") return `${path} could not be stored. ${message}`;
  return message.includes(path) ? message : `${path} could not be read. ${message}`;
}

function roomOf({ needed, available }: PagehoundError["data"]): string {
  const help = "Remove documents, or free disk space, and try again.";
  if (typeof needed !== "number" || typeof available !== "number" || needed <= available) {
    return `This site's storage is full. ${help}`;
  }
  return `It needs ${inWords(needed)} and this site has ${inWords(available)} left: ${inWords(needed - available)} more are needed. ${help}`;
}

/** A size formatted for people. */
function inWords(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
