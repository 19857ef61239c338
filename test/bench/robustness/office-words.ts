import { unzipSync } from "fflate";

/** The text of an office file, as far as it fits in one string. */
export interface OfficeText {
  readonly text: string;
  /** Characters beyond the limit, and bytes of XML too long for a string. */
  readonly leftOut: number;
}

/** Texts are compared up to this many characters: a short cell can be repeated to any length. */
const longestText = 20e6;
/** The most bytes of XML that fit in one string. */
const longestXml = 400e6;

/** Collects lines up to a limit, and only counts those beyond it. */
class BoundedLines {
  readonly #lines: string[] = [];
  readonly #most: number;
  #length = 0;
  #leftOut = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(line: string): void {
    const length = line.length + 1;
    if (this.#length + length > this.#most) {
      // Later lines are left out as well, so that the text is a prefix.
      this.#length = this.#most;
      this.#leftOut += length;
      return;
    }
    this.#length += length;
    this.#lines.push(line);
  }

  done(skipped: number): OfficeText {
    return { text: this.#lines.join("\n"), leftOut: this.#leftOut + skipped };
  }
}

/**
 * The text in the XML of a Word, Excel or PowerPoint file, extracted with plain patterns rather
 * than the parser being measured. Returns null for any other file, or one that cannot be unpacked.
 * For Word and PowerPoint: every run of text in the body, notes, headers, comments and text boxes,
 * except what tracked changes have deleted, and only the first of the alternatives for older
 * programs. For Excel: every text in a cell, and every number without a format, because formatting
 * changes its appearance. Text beyond `most` characters is truncated.
 */
export function officeWords(file: Uint8Array, most: number = longestText): OfficeText | null {
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    files = unzipSync(file);
  } catch {
    return null;
  }
  const all = Object.entries(files).map(([name, bytes]): Part => {
    return { name: name.replaceAll("\\", "/").toLowerCase(), bytes };
  });
  const parts = all.filter(({ bytes }) => bytes.length <= longestXml);
  const has = (form: RegExp) => all.some(({ name }) => form.test(name));
  const lines = new BoundedLines(most);
  if (has(/(?:^|\/)word\/.*\.xml$/)) addWordText(parts, lines);
  else if (has(/(?:^|\/)xl\/.*\.xml$/)) addExcelText(parts, lines);
  else if (has(/(?:^|\/)ppt\/slides\/.*\.xml$/)) addSlideText(parts, lines);
  else return null;
  const skipped = all.filter((part) => !parts.includes(part) && part.name.endsWith(".xml"));
  return lines.done(skipped.reduce((sum, { bytes }) => sum + bytes.length, 0));
}

interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function xmlOf({ bytes }: Part): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  return new TextDecoder().decode(bytes);
}

function named(parts: readonly Part[], form: RegExp): string[] {
  return parts.filter(({ name }) => form.test(name)).map(xmlOf);
}

/** Matches an element with all its content, whatever its prefix. */
function elementForm(name: string): RegExp {
  return new RegExp(`<((?:\\w+:)?${name})(?:\\s[^>]*)?(?:/>|>([\\s\\S]*?)</\\1>)`, "g");
}

function contents(xml: string, name: string): string[] {
  return [...xml.matchAll(elementForm(name))].map((match) => match[2] ?? "");
}

function without(xml: string, ...names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replace(elementForm(name), ""), xml);
}

function unescaped(text: string): string {
  return text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, "$1")
    .replace(/&#x([\da-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, "&");
}

/** The text of a document's runs, separated at the ends of paragraphs, at breaks and at tabs. */
function runs(xml: string): string {
  const marked = xml
    .replace(/<\/(?:\w+:)?p>/g, "<t>\n</t>")
    .replace(/<(?:\w+:)?(?:br|cr|tab|ptab)(?:\s[^>]*)?\/>/g, "<t> </t>")
    // Separates the symbols of an equation.
    .replace(/<(\w+:)r>(?=<\1rPr|<\1t\b)(?:(?!<\/\1r>)[\s\S])*<\/\1r>/g, (run, prefix) =>
      prefix === "m:" ? `<t> </t>${run}<t> </t>` : run,
    );
  return unescaped(contents(marked, "t").join(""));
}

function addWordText(parts: readonly Part[], lines: BoundedLines): void {
  const shownText = (xml: string) => runs(without(xml, "Fallback", "del", "moveFrom"));
  const body = named(parts, /^word\/(?:document|footnotes|endnotes|comments)\d*\.xml$/).map(
    shownText,
  );
  // Each section has its own header files, so identical lines count once.
  const margins = named(parts, /^word\/(?:header|footer)\d*\.xml$/).map(shownText);
  const once = new Set(margins.flatMap((text) => text.split("\n")));
  for (const text of [...body, ...once]) for (const line of text.split("\n")) lines.add(line);
}

function addSlideText(parts: readonly Part[], lines: BoundedLines): void {
  const slides = named(parts, /^ppt\/slides\/[^/]*\.xml$/).map((xml) => without(xml, "Fallback"));
  const notes = named(parts, /^ppt\/notesslides\/[^/]*\.xml$/);
  const counted = (xml: string) =>
    xml.replace(/<a:fld\b[^>]*type="(?:slidenum|datetime)[^>]*>[\s\S]*?<\/a:fld>/g, "");
  for (const xml of [...slides, ...notes]) {
    for (const line of runs(counted(xml)).split("\n")) lines.add(line);
  }
}

function addExcelText(parts: readonly Part[], lines: BoundedLines): void {
  const strings = named(parts, /(?:^|\/)sharedstrings\d*\.xml$/).flatMap((xml) =>
    contents(without(xml, "rPh"), "si").map((item) => unescaped(contents(item, "t").join(""))),
  );
  for (const xml of named(parts, /(?:^|\/)worksheets\/[^/]*\.xml$/)) {
    // Skips empty cells: in a sheet of nothing else, each match would scan to the end.
    const cells = xml.matchAll(/<(?:\w+:)?c(\s(?:[^>]*[^>/])?)?>([\s\S]*?)<\/(?:\w+:)?c>/g);
    for (const [, attributes = "", inner = ""] of cells) {
      const text = cellText(attributes, inner, strings);
      if (text !== "") lines.add(text);
    }
  }
}

function cellText(attributes: string, inner: string, strings: readonly string[]): string {
  const type = /\st="(\w+)"/.exec(attributes)?.[1] ?? "n";
  const value = unescaped(contents(inner, "v")[0] ?? "");
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "inlineStr") return unescaped(contents(without(inner, "rPh"), "t").join(""));
  if (type === "str" || type === "e") return value;
  return type === "n" && !/\ss="[1-9]/.test(attributes) && /^\d{1,10}$/.test(value) ? value : "";
}
