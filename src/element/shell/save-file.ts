/** Hands a text to the browser as a file to save. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Hands bytes to the browser as a file to save. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken it up by then; a minute is plenty for a dialog that asks where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** JSON as it is saved, for people to read, too. */
export function jsonText(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Hands JSON to the browser as a file to save. */
export function saveJson(name: string, content: object): void {
  saveFile(name, "application/json", jsonText(content));
}

const MOST = 48;

/** A file's name of what a conversation began with and a day: letters, digits and hyphens, whatever was asked. */
export function exportName(question: string, fallback: string, at: Date): string {
  const words =
    question
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name}-${word}`;
    if ([...longer].length > MOST) break;
    name = longer;
  }
  // A single word may be longer than that; writing without blanks is one word.
  if (name === "") name = [...(words[0] ?? fallback)].slice(0, MOST).join("");
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${name}-${at.getFullYear()}-${month}-${day}`;
}
