/** Lets the person save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The browser has fetched it by then; a minute is plenty even if a dialog asks for the place.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
