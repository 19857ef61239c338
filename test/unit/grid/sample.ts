import type { DocumentSummary } from "../../../src/core/document.js";
import { documentId } from "../../../src/core/document.js";
import {
  askedOf,
  completeColumns,
  type GridAnswer,
  type GridColumn,
  type GridColumnInput,
  type GridDefinition,
} from "../../../src/core/grid.js";

/** A document with only the fields that a grid reads. */
export function documentAt(
  number: number,
  path = `report-${number}.pdf`,
  title: string | null = null,
): DocumentSummary {
  const hash = number.toString(16).padStart(64, "0");
  return { id: documentId(number), path, hash, metadata: { title } } as DocumentSummary;
}

export function gridOf(
  columns: readonly (string | GridColumnInput)[],
  changes: Partial<GridDefinition> = {},
): GridDefinition {
  return {
    id: "g",
    title: "Reports",
    columns: completeColumns(columns),
    documents: null,
    running: false,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

export function answerTo(
  column: GridColumn,
  { hash }: DocumentSummary,
  changes: Partial<GridAnswer> = {},
): GridAnswer {
  return {
    column: column.id,
    hash,
    asked: askedOf(column),
    status: "likely",
    text: "",
    value: null,
    remark: null,
    citations: [],
    model: null,
    reason: null,
    review: null,
    madeAt: 1,
    ...changes,
  };
}

/** An answer that states a number. */
export function numberAnswer(
  column: GridColumn,
  document: DocumentSummary,
  number: string,
  unit: string | null = null,
): GridAnswer {
  const value = { type: "number", number, unit } as const;
  return answerTo(column, document, { text: number, value });
}
