/** Lets the person save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // A minute suffices for the browser to fetch it, even if a dialog asks where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
