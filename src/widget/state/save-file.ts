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

/** Hands JSON to the browser as a file to save. */
export function saveJson(name: string, content: object): void {
  saveFile(name, "application/json", `${JSON.stringify(content, null, 2)}\n`);
}
