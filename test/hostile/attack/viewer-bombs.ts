import { PdfObjects } from "./pdf-objects.js";

/** The page of a bomb; everything else is minimal. */
export interface BombPage {
  readonly content: string;
  /** Object numbers of its annotations. */
  readonly annotations?: readonly number[];
  readonly mediaBox?: string;
  /** Additional entries of its resources. */
  readonly resources?: string;
}

/** Optional parts of the document as a whole. */
export interface BombDocument {
  readonly pages: readonly BombPage[];
  /** Additional entries of the catalog. */
  readonly catalog?: string;
}

/** Writes a document, with one font named R. */
export function bomb(
  objects: PdfObjects,
  { pages, catalog = "" }: BombDocument,
): Uint8Array<ArrayBuffer> {
  const font = objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const tree = objects.reserve();
  const kids = pages.map(
    ({ content, annotations = [], mediaBox = "[0 0 612 792]", resources = "" }) => {
      const contents = objects.stream(content);
      const annots = annotations.map((number) => `${number} 0 R`).join(" ");
      return objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox ${mediaBox} /Contents ${contents} 0 R /Resources << /Font << /R ${font} 0 R >> ${resources} >>${annots && ` /Annots [${annots}]`} >>`,
      );
    },
  );
  const list = kids.map((kid) => `${kid} 0 R`).join(" ");
  objects.add(`<< /Type /Pages /Count ${kids.length} /Kids [${list}] >>`, tree);
  return objects.file(objects.add(`<< /Type /Catalog /Pages ${tree} 0 R ${catalog} >>`));
}

/** Every kind of annotation that is drawn differently. */
export const annotationKinds = ["link", "note", "stamp", "field", "text-box", "mark"] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

const words = "BT /R 60 Tf 72 400 Td (Heliostat) Tj ET";

/** This many annotations, cycling through some kinds, spread over some pages. */
export function manyAnnotations(
  count: number,
  kinds: readonly AnnotationKind[] = annotationKinds,
  pages = 1,
): Uint8Array<ArrayBuffer> {
  const objects = new PdfObjects();
  const helvetica = objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 20 8] /Resources << /Font << /R ${helvetica} 0 R >> >> `;
  const look = objects.stream(
    "0.8 0.9 1 rg 0 0 20 8 re f 0 g BT /R 6 Tf 1 2 Td (seen) Tj ET",
    form,
  );
  const made: number[][] = Array.from({ length: pages }, () => []);
  const fields: number[] = [];
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? "link";
    const x = 10 + ((index * 23) % 560);
    const y = 10 + ((Math.floor(index / 25) * 9) % 760);
    const place = `/Type /Annot /Rect [${x} ${y} ${x + 20} ${y + 8}]`;
    const drawn = `/AP << /N ${look} 0 R >>`;
    const contents: Record<AnnotationKind, string> = {
      link: `/Subtype /Link /Border [0 0 1] /A << /S /URI /URI (https://attacker.example/${index}) >>`,
      note: `/Subtype /Text /Contents (note ${index}) /Name /Note`,
      stamp: `/Subtype /Stamp /Contents (stamp ${index}) ${drawn}`,
      field: `/Subtype /Widget /FT /Tx /T (f${index}) /V (value ${index}) /DA (/R 6 Tf 0 g) ${drawn}`,
      "text-box": `/Subtype /FreeText /Contents (box ${index}) /DA (/R 6 Tf 0 g)`,
      mark: `/Subtype /Highlight /C [1 1 0] /QuadPoints [${x} ${y + 8} ${x + 20} ${y + 8} ${x} ${y} ${x + 20} ${y}] /Contents (mark ${index})`,
    };
    const number = objects.add(`<< ${place} ${contents[kind]} >>`);
    made[index % pages]?.push(number);
    if (kind === "field") fields.push(number);
  }
  const catalog =
    fields.length > 0
      ? `/AcroForm << /DR << /Font << /R ${helvetica} 0 R >> >> /Fields [${fields.map((number) => `${number} 0 R`).join(" ")}] >>`
      : "";
  return bomb(objects, {
    pages: made.map((annotations) => ({ content: words, annotations })),
    catalog,
  });
}

/** A page with this many pieces of text, too far apart to be joined. */
export function manyTexts(count: number): Uint8Array<ArrayBuffer> {
  const lines: string[] = ["BT /R 3 Tf"];
  for (let index = 0; index < count; index++) {
    const x = (index * 211) % 600;
    const y = 10 + ((index * 97) % 770);
    lines.push(`1 0 0 1 ${x} ${y} Tm (w${index % 997}) Tj`);
  }
  lines.push("ET");
  return bomb(new PdfObjects(), { pages: [{ content: lines.join("\n") }] });
}

/** A page with one piece of text of this many characters. */
export function longText(length: number): Uint8Array<ArrayBuffer> {
  const content = `BT /R 0.002 Tf 10 400 Td (${"heliostat ".repeat(length / 10)}) Tj ET`;
  return bomb(new PdfObjects(), { pages: [{ content }] });
}

/** A page with this many rectangles, each painted separately. */
export function manyOperators(count: number): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let index = 0; index < count; index++) {
    lines.push(`${(index * 7) % 600} ${(index * 11) % 780} 5 5 re f`);
  }
  return bomb(new PdfObjects(), { pages: [{ content: lines.join("\n") }] });
}

/** A page painted with a pattern made of this many rectangles. */
export function heavyPattern(count: number): Uint8Array<ArrayBuffer> {
  const objects = new PdfObjects();
  const lines: string[] = [];
  for (let index = 0; index < count; index++) {
    lines.push(`${(index * 7) % 600} ${(index * 11) % 780} 5 5 re f`);
  }
  const pattern = objects.stream(
    lines.join("\n"),
    "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 600 780] /XStep 600 /YStep 780 /Resources << >> ",
  );
  return bomb(objects, {
    pages: [
      {
        content: "/Pattern cs /P scn 0 0 612 792 re f",
        resources: `/Pattern << /P ${pattern} 0 R >>`,
      },
    ],
  });
}

/** An outline with this many entries, all at one level. */
export function manyBookmarks(count: number): Uint8Array<ArrayBuffer> {
  const objects = new PdfObjects();
  const root = objects.reserve();
  const numbers = Array.from({ length: count }, () => objects.reserve());
  for (const [index, number] of numbers.entries()) {
    const before = index > 0 ? `/Prev ${numbers[index - 1]} 0 R ` : "";
    const after = index < count - 1 ? `/Next ${numbers[index + 1]} 0 R ` : "";
    objects.add(
      `<< /Title (Section ${index}) /Parent ${root} 0 R ${before}${after}/Dest [0 /Fit] >>`,
      number,
    );
  }
  objects.add(
    `<< /Type /Outlines /First ${numbers[0]} 0 R /Last ${numbers.at(-1)} 0 R /Count ${count} >>`,
    root,
  );
  return bomb(objects, { pages: [{ content: words }], catalog: `/Outlines ${root} 0 R` });
}

/** This many pages, each with its own label. */
export function manyPages(count: number): Uint8Array<ArrayBuffer> {
  const labels = Array.from(
    { length: count },
    (_, index) => `${index} << /P (sheet-${index}-) /S /r /St ${index + 1} >>`,
  );
  return bomb(new PdfObjects(), {
    pages: Array.from({ length: count }, () => ({ content: words })),
    catalog: `/PageLabels << /Nums [${labels.join(" ")}] >>`,
  });
}

/** Pages with impossible paper sizes, one after the other. */
export function oddSizes(boxes: readonly string[]): Uint8Array<ArrayBuffer> {
  return bomb(new PdfObjects(), { pages: boxes.map((mediaBox) => ({ content: words, mediaBox })) });
}
