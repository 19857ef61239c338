export interface TextFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function text(name: string, content: string, mimeType: string = "text/plain"): TextFile {
  return { name, mimeType, buffer: Buffer.from(content) };
}
