/**
 * The printed label of a page if it differs from the page's number in the file, counting from 1;
 * otherwise null.
 */
export function printedLabel(page: number, label: string | null): string | null {
  return label === null || label === "" || label === String(page) ? null : label;
}
