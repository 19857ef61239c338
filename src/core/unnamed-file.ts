/** Media types with the extensions of their files. Those of office programs are known by their content. */
const extensions = /\/(?:(pdf|html|csv|rtf|png|jpeg|webp|tiff)|(plain)|(markdown)|(rfc822))(?:;|$)/;

/** What a file without a name is called: `untitled`, with the extension of its media type if that is known. */
export function untitledName({ type }: Blob): string {
  const [, same, text, markdown, mail] = extensions.exec(type) ?? [];
  const extension = same ?? (text && "txt") ?? (markdown && "md") ?? (mail && "eml");
  return extension ? `untitled.${extension}` : "untitled";
}

/** The path that a file brings along: inside the folder it was picked from, its name, or `untitled`. */
export function pathOfFile(file: Blob): string {
  // Files of another window are no `File` of this one.
  const { webkitRelativePath, name } = file as Partial<File>;
  return webkitRelativePath || name || untitledName(file);
}
