/** Collects the objects of a PDF, each in PDF syntax. Runs in a page and in Node. */
export class PdfObjects {
  readonly #objects: string[] = [];

  /** Reserves a number before its object is known. */
  reserve(): number {
    return this.#objects.push("null");
  }

  /** Adds an object, or writes one whose number was reserved. Returns its number. */
  add(object: string, number: number = this.reserve()): number {
    this.#objects[number - 1] = object;
    return number;
  }

  /** Adds a stream of text. */
  stream(content: string, entries = ""): number {
    return this.add(`<< /Length ${content.length} ${entries}>>\nstream\n${content}\nendstream`);
  }

  /** Assembles the file. Everything added must be Latin-1. */
  file(root: number): Uint8Array<ArrayBuffer> {
    const pieces = ["%PDF-1.7\n"];
    const table: string[] = [];
    let place = 9;
    for (const [index, object] of this.#objects.entries()) {
      const piece = `${index + 1} 0 obj\n${object}\nendobj\n`;
      table.push(`${String(place).padStart(10, "0")} 00000 n \n`);
      pieces.push(piece);
      place += piece.length;
    }
    const size = table.length + 1;
    pieces.push(`xref\n0 ${size}\n0000000000 65535 f \n`, ...table);
    pieces.push(`trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${place}\n%%EOF\n`);
    return latin1(pieces.join(""));
  }
}

/** The bytes of a text with one byte per character. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}
