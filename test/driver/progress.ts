import type { IngestEvent } from "../../src/index.js";

/**
 * Tells on standard error how far reading is. On a terminal one line is rewritten; elsewhere a line
 * is written every few seconds, so that a short run stays quiet.
 */
export function reportProgress(files: number): (event: IngestEvent) => void {
  const terminal = process.stderr.isTTY;
  const interval = terminal ? 100 : 5_000;
  let settled = 0;
  let pages = 0;
  let last = Date.now();
  return (event) => {
    if (event.type === "document-progress") pages++;
    const ends = ["document-ready", "document-unchanged", "document-refused"].includes(event.type);
    if (ends) settled++;
    const now = Date.now();
    const finished = terminal && settled === files;
    if (!finished && now - last < interval) return;
    last = now;
    const text = `Read ${pages} pages; ${settled} of ${files} files done.`;
    process.stderr.write(terminal ? `\r\x1b[K${finished ? "" : text}` : `${text}\n`);
  };
}
