/** Hands a text to the browser as a file to save. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The browser has taken it up by then; a minute is plenty for a dialog that asks where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
