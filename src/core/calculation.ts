import type { Citation } from "./citation.js";

/** A number that went into a calculation, and where it was read. */
export interface Operand {
  /** As it stands in the expression or in the document. */
  readonly text: string;
  /** Its value, as a decimal number in text, so that no digit is lost. */
  readonly value: string;
  /** Where it stands in a document; null for a constant, a result, or a number nobody has seen. */
  readonly citation: Citation | null;
  /** `constant`: part of a formula, such as the 100 of a percentage; `result`: of an earlier calculation. */
  readonly origin: "document" | "constant" | "result" | "unknown";
}

/** What the calculator computed. */
export interface Calculation {
  /** Names it within a run: `c1`, `c2` and so on. */
  readonly id: string;
  /** The expression as it was computed. */
  readonly expression: string;
  /** The result, as a decimal number in text. */
  readonly value: string;
  /** The result with its unit, as people read it. */
  readonly display: string;
  readonly operands: readonly Operand[];
  /**
   * True when every operand was read in a document, is a constant, or came from such a calculation,
   * none is given in another scale than the others, and the result changes with each that is no
   * constant, of which there is at least one.
   */
  readonly sourced: boolean;
}
