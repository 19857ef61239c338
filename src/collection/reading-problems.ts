import { PagehoundError } from "../core/errors.js";
import type { PackedPage } from "../core/packed-page.js";
import { TookTooLong } from "./work-limit.js";

/** Whether a parser died over what it was asked for. */
export function hasDied(error: unknown): error is PagehoundError {
  return PagehoundError.isInstance(error) && error.code === "worker-failed";
}

/** What is thrown of a file that a parser died of, or took longer than `seconds` for, when it opened it. */
export function notOpened(path: string, seconds: number, cause: unknown): PagehoundError {
  if (!(cause instanceof TookTooLong)) {
    return new PagehoundError(
      "worker-failed",
      `${path} could not be opened: the reader broke down over it. Open and save it in another program, and add it again.`,
      { data: { path }, cause },
    );
  }
  return new PagehoundError(
    "timed-out",
    `${path} took too long: it could not be opened within ${inWords(seconds)}. Add it again when this computer has less to do, or split it into smaller files and add those.`,
    { data: { path, seconds }, cause },
  );
}

/** What is thrown of a file that the disk does not give within `seconds`. It can be tried again. */
export function notGiven(path: string, seconds: number, cause: TookTooLong): PagehoundError {
  return new PagehoundError(
    "timed-out",
    `${path} was not given by the disk within ${inWords(seconds)}. Check that the disk is connected, and try again.`,
    { data: { path, seconds, given: false }, cause },
  );
}

/** A page that a parser died of, or took longer than `seconds` for. */
export function lostPage(number: number, seconds: number, error: unknown): PackedPage {
  return unreadable(
    number,
    error instanceof TookTooLong
      ? `This page could not be read within ${inWords(seconds)}.`
      : "This page could not be read: the reader broke down over it.",
  );
}

/** A page that no parser was asked for, because `lost` others were lost: those before it, or just so many. */
export function untriedPage(number: number, lost: number, inRow: boolean): PackedPage {
  const others = inRow ? `the ${lost} pages before it` : `${lost} other pages of the file`;
  return unreadable(number, `This page was not read, because ${others} could not be read either.`);
}

function inWords(seconds: number): string {
  if (seconds > 120) return `${Math.round(seconds / 60)} minutes`;
  return seconds === 1 ? "a second" : `${Math.round(seconds * 10) / 10} seconds`;
}

function unreadable(number: number, problem: string): PackedPage {
  return {
    number,
    label: null,
    state: "unreadable",
    width: 0,
    height: 0,
    text: "",
    lines: new Float64Array(),
    geometry: null,
    problem,
  };
}
