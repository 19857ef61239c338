/** Formats rows as aligned columns: the first left-aligned, the others right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...all.map((row) => [...(row[column] ?? "")].length)),
  );
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) => pad(row[column] ?? "", width, column === 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return `${[line(header), rule, ...rows.map(line)].join("\n")}\n`;
}

function pad(cell: string, width: number, left: boolean): string {
  const space = " ".repeat(width - [...cell].length);
  return left ? cell + space : space + cell;
}
