/** Saves a text as a file, through the browser. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves bytes as a file, through the browser. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // A dialog may ask where to save before the browser reads the URL; a minute is enough for that.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Formats JSON for saving, indented for people. */
export function jsonText(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

const MOST = 48;

/** A file name from the start of a conversation and a date: letters, digits and hyphens. */
export function exportName(question: string, fallback: string, at: Date): string {
  const words =
    question
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{Alpha}\p{M}\p{N}]+/gu) ?? [];
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name}-${word}`;
    if ([...longer].length > MOST) break;
    name = longer;
  }
  // A single word may be too long; scripts without spaces form one word.
  if (name === "") name = [...(words[0] ?? fallback)].slice(0, MOST).join("");
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${name}-${at.getFullYear()}-${month}-${day}`;
}
