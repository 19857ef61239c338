import { strToU8, type ZipOptions, zipSync } from "fflate";

/** An office file of the given parts, plus those that every such file has. */
function officeFile(
  main: { readonly part: string; readonly type: string },
  parts: Readonly<Record<string, string>>,
): Uint8Array {
  return zipped({
    "[Content_Types].xml": `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main.part}" ContentType="${main.type}"/></Types>`,
    "_rels/.rels": relations({ rId1: ["officeDocument", main.part] }),
    ...parts,
  });
}

/** A zip archive of text files. */
export function zipped(
  parts: Readonly<Record<string, string>>,
  options: ZipOptions = {},
): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
    options,
  );
}

/** The relations of a part, by id. */
export function relations(
  named: Readonly<Record<string, readonly [type: string, target: string]>>,
): string {
  const list = Object.entries(named).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
}

const word =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A part of a Word document. */
export function wordPart(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${root} ${word}>${content}</w:${root}>`;
}

/** A Word paragraph, with a style if one is named. */
export function paragraph(text: string, style = ""): string {
  const styled = style === "" ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${styled}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A Word document with this body. */
export function wordFile(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  named: Parameters<typeof relations>[0] = {},
): Uint8Array {
  const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  return officeFile(
    { part: "word/document.xml", type },
    {
      "word/document.xml": wordPart("document", `<w:body>${body}</w:body>`),
      "word/_rels/document.xml.rels": relations(named),
      ...parts,
    },
  );
}

/** A workbook of sheets, each given by the XML of its rows. */
export function excelFile(
  sheets: Readonly<Record<string, string>>,
  {
    parts = {},
    properties = "",
    hidden = "",
  }: {
    readonly parts?: Readonly<Record<string, string>>;
    readonly properties?: string;
    /** The name of a hidden sheet. */
    readonly hidden?: string;
  } = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const named: Record<string, readonly [string, string]> = {
    strings: ["sharedStrings", "sharedStrings.xml"],
    styles: ["styles", "styles.xml"],
  };
  const files: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    named[`rId${index + 1}`] = ["worksheet", `worksheets/sheet${index + 1}.xml`];
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheets[name]}</sheetData></worksheet>`;
  }
  const listed = names.map(
    (name, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${name === hidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
  );
  return officeFile(
    {
      part: "xl/workbook.xml",
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    },
    {
      "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${properties}<sheets>${listed.join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relations(named),
      ...files,
      ...parts,
    },
  );
}

/** A presentation of slides, each given by the XML of its shapes. */
export function slideFile(
  slides: readonly string[],
  parts: Readonly<Record<string, string>> = {},
): Uint8Array {
  const named: Record<string, readonly [string, string]> = {};
  const files: Record<string, string> = {};
  const drawing =
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  for (const [index, shapes] of slides.entries()) {
    named[`rId${index + 1}`] = ["slide", `slides/slide${index + 1}.xml`];
    files[`ppt/slides/slide${index + 1}.xml`] =
      `<p:sld ${drawing}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
  }
  const listed = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  return officeFile(
    {
      part: "ppt/presentation.xml",
      type: "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    },
    {
      "ppt/presentation.xml": `<p:presentation ${drawing}><p:sldIdLst>${listed.reverse().join("")}</p:sldIdLst></p:presentation>`,
      "ppt/_rels/presentation.xml.rels": relations(named),
      ...files,
      ...parts,
    },
  );
}

/** A shape with text, with a placeholder type if one is named. */
export function shape(text: string, placeholder = ""): string {
  const kind = placeholder === "" ? "" : `<p:ph type="${placeholder}"/>`;
  const paragraphs = text
    .split("\n")
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join("");
  return `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
}
