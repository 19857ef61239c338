/** A PDF stream; `more` are additional entries of its dictionary. */
export function stream(content: string, more = ""): string {
  return `<< /Length ${content.length} ${more}>>\nstream\n${content}\nendstream`;
}

/** Assembles a PDF from objects, the first of which is its catalog. One character is one byte. */
export function writtenPdf(objects: readonly string[]): Blob {
  const parts: string[] = ["%PDF-1.7\n"];
  let size = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    size += part.length;
    return size - part.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\n`,
    `startxref\n${size}\n%%EOF\n`,
  );
  const text = parts.join("");
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return new Blob([bytes], { type: "application/pdf" });
}

/** A PDF with pages of these contents; `fonts` and `more` go into the resources of each. */
export function pagesPdf(
  contents: readonly string[],
  {
    fonts = "",
    xObjects = "",
    objects = [],
  }: {
    readonly fonts?: string;
    readonly xObjects?: string;
    readonly objects?: readonly string[];
  } = {},
): Blob {
  const first = 3 + objects.length;
  const kids = contents.map((_, index) => `${first + 2 * index} 0 R`).join(" ");
  const resources = `<< /Font << ${fonts} >> /XObject << ${xObjects} >> >>`;
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${resources} /Contents ${first + 2 * index + 1} 0 R >>`,
    stream(content),
  ]);
  return writtenPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    ...objects,
    ...pages,
  ]);
}
