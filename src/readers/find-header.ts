/** The number of records to examine for the header. */
export const headerSearch = 20;

const number = /^[-+(]*[$€£¥]?\s*[-+(]?\d[\d.,'\s]*%?\)?$/;
const year = /^(?:FY\s*)?(?:19|20)\d\d$/;

function isLabel(cell: string): boolean {
  return year.test(cell) || !number.test(cell);
}

function isHeader(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length < Math.max(1, width / 2)) return false;
  // Years alone could be data; with a word next to them they are labels.
  return filled.every(isLabel) && filled.some((cell) => !number.test(cell));
}

/**
 * Index of the header among the first records of a table, or -1. A header is the first record that
 * fills most columns and contains labels, not numbers. Records before it are a title.
 */
export function findHeader(records: readonly (readonly string[])[]): number {
  const sample = records.slice(0, headerSearch);
  if (sample.length < 2) return -1;
  const filled = sample.map((cells) => cells.filter((cell) => cell !== "").length);
  const width = Math.max(...filled);
  const first = filled.findIndex((count) => count >= Math.max(1, width / 2));
  return isHeader(sample[first] ?? [], width) && first < sample.length - 1 ? first : -1;
}
