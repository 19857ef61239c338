/** A file to choose. */
export interface TextFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A text file. */
export function text(name: string, content: string, mimeType: string = "text/plain"): TextFile {
  return { name, mimeType, buffer: Buffer.from(content) };
}
