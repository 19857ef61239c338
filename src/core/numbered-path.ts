/**
 * A path with a number in its name, for what cannot have the name itself: "folder/report (2).pdf".
 * Of a folder, "report.pdf (2)".
 */
export function numberedPath(
  path: string,
  number: number,
  kind: "file" | "folder" = "file",
): string {
  const name = path.lastIndexOf("/") + 1;
  const dot = kind === "file" ? path.lastIndexOf(".") : -1;
  // A name that begins with a point has no ending.
  const end = dot > name ? dot : path.length;
  return `${path.slice(0, end)} (${number})${path.slice(end)}`;
}

/** The path, or the first with a number that is not taken. */
export function freePath(
  path: string,
  isTaken: (path: string) => boolean,
  kind: "file" | "folder" = "file",
): string {
  let free = path;
  for (let number = 2; isTaken(free); number++) free = numberedPath(path, number, kind);
  return free;
}
