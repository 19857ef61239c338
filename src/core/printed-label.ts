/** What is printed on a page as its number where that differs from its place in the file, counting from 1; else null. */
export function printedLabel(page: number, label: string | null): string | null {
  return label === null || label === "" || label === String(page) ? null : label;
}
