import { checkEach, checkText, checkTexts, PagehoundError, type Span } from "../core/index.js";

/**
 * What the answers of a column are checked for.
 *
 * - `text`: anything.
 * - `number`: a number, of the column's `unit` where it has one.
 * - `date`: a day, a month or a year.
 * - `yes-no`: yes or no.
 * - `choice`: one of the column's `choices`.
 */
export type GridColumnType = "text" | "number" | "date" | "yes-no" | "choice";

const columnTypes: readonly GridColumnType[] = ["text", "number", "date", "yes-no", "choice"];

/** A column as it is asked for: a question that is put to each document. */
export interface GridColumnInput {
  readonly question: string;
  /**
   * What stands above the column.
   *
   * @defaultValue the question
   */
  readonly name?: string | undefined;
  /** @defaultValue `text` */
  readonly type?: GridColumnType | undefined;
  /** Of a number: a currency ("USD", "€"), "%", or the name of a unit ("kg", "days"). */
  readonly unit?: string | undefined;
  /** Of a choice. */
  readonly choices?: readonly string[] | undefined;
}

/** A column of a grid. */
export interface GridColumn extends GridColumnInput {
  /** Names it within its grid for as long as it exists. */
  readonly id: string;
  readonly name: string;
  readonly type: GridColumnType;
}

/** A document that is a row of a grid: found by its path, or, where that is gone, by its content. */
export interface GridDocument {
  readonly path: string;
  readonly hash: string;
}

/** Questions for documents: what a grid is made of, without its answers. */
export interface GridDefinition {
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly columns: readonly GridColumn[];
  /** The documents that are its rows; null for all of the collection. */
  readonly documents: readonly GridDocument[] | null;
  /** Whether its missing answers are to be made: true from when it is run until it is complete or paused. */
  readonly running: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * What became of a question to a document.
 *
 * - `likely`: an answer that needs no second look as far as code can tell.
 * - `possible`: it may be the answer; `remark` or the citations show why that is in doubt.
 * - `unclear`: there are passages about it, and none of them clearly answers.
 * - `absent`: the document does not say.
 * - `failed`: it could not be asked; `reason` says why.
 */
export type GridStatus = "likely" | "possible" | "unclear" | "absent" | "failed";

/**
 * Why an answer does not fit its column, or fits it in part.
 *
 * - `no-number`, `no-date`, `no-choice`, `no-yes-no`: it holds nothing of the column's type.
 * - `other-unit`: its numbers are counted in something else.
 * - `several`: it holds several, of which the first is taken.
 */
export type GridRemark =
  | "no-number"
  | "no-date"
  | "no-choice"
  | "no-yes-no"
  | "other-unit"
  | "several";

/** What an answer says in the type of its column. */
export type GridValue =
  /** Exact, as a decimal number in text, scale words included: "60922000000". */
  | { readonly type: "number"; readonly number: string; readonly unit: string | null }
  /** As `2024-01-28`, `2024-01`, or `2024`. */
  | { readonly type: "date"; readonly date: string }
  | { readonly type: "yes-no"; readonly yes: boolean }
  | { readonly type: "choice"; readonly choice: string };

/** A place that an answer was read from; what is quoted stands at `span` of the page's text. */
export interface GridCitation {
  /** Counts from 1. */
  readonly page: number;
  /** As it is printed on the page, or null. */
  readonly pageLabel: string | null;
  readonly span: Span;
  readonly quote: string;
}

/** What a person says of an answer. */
export type GridReview = "checked" | "wrong";

/** The answer of one document to one column. */
export interface GridAnswer {
  /** Id of the column. */
  readonly column: string;
  /** SHA-256 of the document's file, in hexadecimal. */
  readonly hash: string;
  /** What was asked, in the form of `askedOf`: an answer to something else has to be made again. */
  readonly asked: string;
  readonly status: GridStatus;
  /** What the answer says; empty if there is none. */
  readonly text: string;
  /** The same in the column's type; null where it does not fit and for text. */
  readonly value: GridValue | null;
  readonly remark: GridRemark | null;
  /** Verified; of `unclear`, the passage that comes nearest. */
  readonly citations: readonly GridCitation[];
  /** Name of the model that wrote it; null without one. */
  readonly model: string | null;
  /** Why it failed, in a sentence for people; null otherwise. */
  readonly reason: string | null;
  /** Null as long as nobody has looked at it. */
  readonly review: GridReview | null;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Columns that a grid has at most. */
export const maxColumns = 100;

/** What the answers of a column were asked for; an answer that was asked for something else is outdated. */
export function askedOf({ question, type, unit, choices }: GridColumn): string {
  return JSON.stringify([question, type, unit ?? null, choices ?? null]);
}

/** Completes columns as they were asked for. Throws `invalid-argument`. */
export function completeColumns(
  inputs: readonly (string | GridColumnInput | GridColumn)[],
): GridColumn[] {
  if (inputs.length > maxColumns) {
    throw new PagehoundError(
      "invalid-argument",
      `A grid has ${maxColumns} columns at most, not ${inputs.length}. Make a second grid.`,
    );
  }
  const objects = inputs.map((input) => (typeof input === "string" ? { question: input } : input));
  checkEach("Columns", objects, {
    question: "string",
    "name?": "string",
    "type?": "string",
    "unit?": "string",
    "choices?": "list",
  });
  const ids = new Set<string>();
  return objects.map((input) => {
    const known: unknown = "id" in input ? input.id : null;
    const isFree = typeof known === "string" && known !== "" && !ids.has(known);
    const id = isFree ? known : crypto.randomUUID();
    ids.add(id);
    return { ...completeColumn(input), id };
  });
}

function completeColumn(input: GridColumnInput): Omit<GridColumn, "id"> {
  const { type = "text", name, unit, choices = [] } = input;
  const question = input.question.trim();
  if (question === "") {
    throw new PagehoundError("invalid-argument", "A column needs a question: this one is empty.");
  }
  checkText("The column's type", type);
  if (!columnTypes.includes(type)) {
    throw new PagehoundError(
      "invalid-argument",
      `A column has no type "${type}". There are ${columnTypes.join(", ")}.`,
    );
  }
  checkTexts("The column's choices", choices);
  const distinct = [...new Set(choices.map((choice) => choice.trim()))].filter(Boolean);
  if (type === "choice" && distinct.length < 2) {
    throw new PagehoundError(
      "invalid-argument",
      `The column "${question}" needs at least two choices.`,
    );
  }
  const counted = unit?.trim() ?? "";
  return {
    question,
    type,
    name: name?.trim() || question,
    ...(type === "number" && counted !== "" ? { unit: counted } : {}),
    ...(type === "choice" ? { choices: distinct } : {}),
  };
}

/** Names an answer within its grid. */
export function keyOf({ hash, column }: Pick<GridAnswer, "hash" | "column">): string {
  return `${column} ${hash}`;
}

/** Whether an answer is the one that its column asks for now, so that it need not be made again. */
export function isCurrent(answer: GridAnswer | undefined, column: GridColumn): boolean {
  return answer !== undefined && answer.asked === askedOf(column);
}
