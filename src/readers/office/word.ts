import { append, damaged } from "../../core/index.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { openHtml } from "../html/parser.js";
import { parseMessage } from "../mail/message.js";
import {
  addBlock,
  type Block,
  blocksOf,
  bulletLabel,
  commentText,
  labelledItem,
  oneLineOf,
  openSections,
  removedBlocks,
  shownLines,
  topHeading,
} from "../parts.js";
import { openRichText } from "../rtf/parser.js";
import { fieldText, RunText } from "../run-text.js";
import { Archive } from "./containers.js";
import { chosen, equationText, referredBlocks } from "./drawing.js";
import { numeral } from "./numerals.js";
import {
  attribute,
  child,
  childrenNamed,
  elements,
  isOn,
  mainPart,
  numberIn,
  officeMetadata,
  type Relation,
  readElements,
  readPart,
  related,
  relationId,
  relationsOf,
  TextBudget,
  textIn,
  within,
  type XmlElement,
} from "./package.js";
import {
  listPlace,
  outlineLevel,
  type RunLook,
  readStyles,
  runLook,
  WordFonts,
  WordNumbers,
  type WordStyle,
} from "./word-styles.js";

/** Opens a Word document (ECMA-376-1, 17). Throws `damaged-file` and `too-large`. */
export function openWord(source: ParseSource): Promise<OpenDocument> {
  return openWithin(source, 0);
}

async function openWithin(source: ParseSource, depth: number): Promise<OpenDocument> {
  const { bytes, path, opening } = source;
  const archive = new Archive(bytes, path, opening);
  const main = mainPart(archive, "word/document.xml");
  const relations = relationsOf(archive, main);
  const chunks = depth < deepestChunk ? await readChunks(source, archive, relations, depth) : null;
  const reader = new WordReader(archive, relations, chunks ?? new Map());
  const blocks: Block[] = reader.headers("header");
  const budget = new TextBudget(path);
  const whole = readElements(archive, main, isBlock, (element) => {
    for (const block of reader.blocks(element)) {
      for (const line of block.lines) budget.take(line.length + 1);
      addBlock(blocks, block);
    }
  });
  if (!whole && blocks.length === 0) throw damaged(path, "its text is not valid XML");
  blocks.push(...reader.headers("footer"), ...reader.removed());
  return openSections(blocks, officeMetadata(archive, bytes.length, topHeading(blocks)), {
    problem: whole ? null : "The rest of this document is damaged and could not be read.",
  });
}

/** Maximum depth of nested text boxes; each level takes a good part of a worker's stack. */
const mostBoxes = 100;

/** Maximum depth of nested files whose text is part of the document. */
const deepestChunk = 2;

/**
 * The text of whole files that a document includes by reference (17.17.2.1), by part name. Most are
 * web pages, written by programs that turn those into documents.
 */
async function readChunks(
  source: ParseSource,
  archive: Archive,
  relations: ReadonlyMap<string, Relation>,
  depth: number,
): Promise<Map<string, Block[]>> {
  const chunks = new Map<string, Block[]>();
  for (const part of related(relations, "aFChunk")) {
    const bytes = archive.bytes(part);
    if (!bytes) continue;
    try {
      chunks.set(part, await chunkBlocks({ ...source, bytes, opening: undefined }, depth));
    } catch {
      // The document is read without the unreadable file.
    }
  }
  return chunks;
}

async function chunkBlocks(source: ParseSource, depth: number): Promise<Block[]> {
  const head = new TextDecoder("latin1").decode(source.bytes.subarray(0, 500));
  if (head.startsWith("PK")) return blocksOf(await openWithin(source, depth + 1));
  if (head.startsWith("{\\rtf")) return blocksOf(await openRichText(source));
  if (!/^(?:mime-version|content-type):/im.test(head)) return blocksOf(await openHtml(source));
  const page = await parseMessage(source.bytes);
  if ("reason" in page) return [];
  const { html, text } = page;
  const bytes = new TextEncoder().encode(`<meta charset="utf-8">${html ?? text ?? ""}`);
  return blocksOf(await openHtml({ ...source, bytes }));
}

/** Whether an element is one of the consecutive parts of the body. */
function isBlock(name: string): boolean {
  return name === "p" || name === "tbl" || name === "sdt" || name === "altChunk";
}

interface Paragraph {
  readonly text: RunText;
  /** The formatting that the style gives to runs, and that of the current run. */
  readonly style: RunLook;
  look: RunLook;
  /** The text length at the end of the last struck run; struck text from there on continues it. */
  struckAt: number;
  /** The paragraph's drawings and referenced content, which come after it. */
  readonly after: Block[];
}

/** Elements whose content is read elsewhere, or not at all. */
const skipped = new Set(
  (
    "pPr rPr tblPr trPr tcPr sectPr instrText delInstrText fldData moveFrom del footnoteRef endnoteRef annotationRef " +
    "sdtPr sdtEndPr tblGrid proofErr bookmarkStart bookmarkEnd"
  ).split(" "),
);

class WordReader {
  readonly #archive: Archive;
  readonly #relations: ReadonlyMap<string, Relation>;
  readonly #styles: ReadonlyMap<string, WordStyle>;
  readonly #numbers: WordNumbers;
  readonly #fonts: WordFonts;
  readonly #fields = new FieldStack();
  /** Notes and comments, which follow the table that refers to them. */
  readonly #asides = new WeakSet<Block>();
  readonly #notes: Readonly<Record<"footnote" | "endnote", ReadonlyMap<string, XmlElement>>>;
  readonly #comments: ReadonlyMap<string, XmlElement>;
  readonly #removed: string[] = [];
  readonly #noteNumbers = { footnote: 0, endnote: 0 };
  /** Number of text boxes around what is being read. */
  #boxes = 0;

  readonly #chunks: ReadonlyMap<string, readonly Block[]>;

  /** @param chunks the contents of the included files, by part */
  constructor(
    archive: Archive,
    relations: ReadonlyMap<string, Relation>,
    chunks: ReadonlyMap<string, readonly Block[]>,
  ) {
    this.#archive = archive;
    this.#relations = relations;
    this.#chunks = chunks;
    const part = (type: string): string | undefined => related(this.#relations, type)[0];
    this.#styles = readStyles(archive, part("styles"));
    this.#numbers = new WordNumbers(archive, part("numbering"));
    this.#fonts = new WordFonts(archive, part("theme"));
    const byId = (type: string, name: string): Map<string, XmlElement> => {
      const root = readPart(archive, part(type));
      return new Map(childrenNamed(root, name).map((each) => [attribute(each, "id") ?? "", each]));
    };
    this.#notes = { footnote: byId("footnotes", "footnote"), endnote: byId("endnotes", "endnote") };
    this.#comments = byId("comments", "comment");
  }

  /** The headers or footers of all pages, each line once. */
  headers(type: "header" | "footer"): Block[] {
    const lines = related(this.#relations, type).flatMap((part) =>
      within(readPart(this.#archive, part), "p").flatMap((each) => this.#lines(each)),
    );
    const known = [...new Set(lines)].filter((line) => /\p{L}/u.test(line));
    return known.length > 0 ? [{ kind: "text", level: 0, lines: known }] : [];
  }

  /** The text that tracked changes have removed, as separate blocks. */
  removed(): Block[] {
    return removedBlocks(this.#removed);
  }

  blocks(element: XmlElement): Block[] {
    if (element.name === "p") return this.#paragraph(element);
    if (element.name === "tbl") return this.#table(element);
    if (element.name === "altChunk") {
      const { target = "" } = this.#relations.get(relationId(element) ?? "") ?? {};
      return [...(this.#chunks.get(target) ?? [])];
    }
    if (element.name === "del" || element.name === "moveFrom") {
      this.#keepRemoved(element);
      return [];
    }
    return elements(chosen(element)).flatMap((each) =>
      skipped.has(each.name) && each.name !== "del" ? [] : this.blocks(each),
    );
  }

  #paragraph(element: XmlElement): Block[] {
    const properties = child(element, "pPr");
    const style = this.#styles.get(attribute(child(properties, "pStyle") ?? element, "val") ?? "");
    const { text, after } = this.#content(element, style?.run);
    const lines = shownLines(text.text);
    const directPlace = listPlace(properties);
    const place = directPlace
      ? {
          list: directPlace.list ?? style?.list?.list ?? null,
          level: directPlace.level ?? style?.list?.level ?? 0,
        }
      : (style?.list ?? null);
    if (lines.length === 0) return after;
    const number = place && place.list !== "0" ? this.#numbers.next(place) : null;
    const heading = outlineLevel(properties) ?? style?.heading ?? 0;
    if (heading > 0) {
      const label = number === bulletLabel ? "" : (number ?? "");
      const line = labelledItem(label, lines.join(" "));
      return [{ kind: "heading", level: heading, lines: [line] }, ...after];
    }
    if (number === null) return [{ kind: "text", level: 0, lines }, ...after];
    const item = labelledItem(number, lines.join(" "));
    return [{ kind: "list-item", level: 0, lines: [item] }, ...after];
  }

  #lines(element: XmlElement): string[] {
    const { text, after } = this.#content(element);
    return [...shownLines(text.text), ...after.flatMap(({ lines }) => lines)];
  }

  #content(element: XmlElement, style: RunLook = {}): Paragraph {
    const text = new RunText();
    const paragraph: Paragraph = { text, style, look: style, after: [], struckAt: -1 };
    const fields = this.#fields.begin();
    this.#collect(element, paragraph);
    fields.end();
    return paragraph;
  }

  #collect(element: XmlElement, into: Paragraph): void {
    for (const each of elements(element)) this.#take(each, into);
  }

  #take(element: XmlElement, into: Paragraph): void {
    const { name } = element;
    if (name === "fldChar" || name === "instrText") {
      this.#fields.take(element, into.text);
      return;
    }
    // The operands of a field's instruction are not text.
    if (this.#fields.isInstruction && name !== "r") {
      if (!skipped.has(name)) this.#collect(chosen(element), into);
      return;
    }
    if (name === "fldSimple" && this.#fields.isInside) return;
    switch (name) {
      case "t":
        into.text.add(this.#fonts.shown(textIn(element), into.look), into.look.height);
        return;
      case "tab":
      case "ptab":
        into.text.add(" ");
        return;
      case "br":
      case "cr":
        into.text.add("\n");
        return;
      case "noBreakHyphen":
        into.text.add("‑", into.look.height);
        return;
      case "sym":
        into.text.add(this.#fonts.sign(element), into.look.height);
        return;
      case "oMath":
        into.text.add(equationText(element));
        return;
      case "footnoteReference":
      case "endnoteReference":
        this.#note(element, name === "footnoteReference" ? "footnote" : "endnote", into);
        return;
      case "commentReference":
        this.#comment(element, into);
        return;
      case "txbxContent":
        append(into.after, this.#boxed(element));
        return;
      case "drawing":
      case "pict":
      case "object":
        append(into.after, referredBlocks(element, this.#archive, this.#relations));
        this.#collect(element, into);
        return;
      case "textpath":
        // Words drawn as a shape, such as a watermark.
        into.after.push(textBlock(attribute(element, "string") ?? ""));
        return;
      case "del":
      case "moveFrom":
        this.#keepRemoved(element);
        return;
      case "r":
        this.#run(element, into);
        return;
      case "ruby":
        into.text.addRuby(
          this.#textOf(child(element, "rubyBase") ?? element, into),
          this.#textOf(child(element, "rt"), into),
        );
        return;
    }
    if (!skipped.has(name)) this.#collect(chosen(element), into);
  }

  /** The blocks of a text box. Boxes that are nested too deeply give only their text. */
  #boxed(box: XmlElement): Block[] {
    if (this.#boxes === mostBoxes) return [textBlock(within(box, "t").map(textIn).join(" "))];
    this.#boxes++;
    const blocks = elements(box).flatMap((each) => this.blocks(each));
    this.#boxes--;
    return blocks;
  }

  #run(run: XmlElement, into: Paragraph): void {
    const properties = child(run, "rPr");
    const named = child(properties, "rStyle");
    const style = named ? this.#styles.get(attribute(named, "val") ?? "")?.run : undefined;
    const look = { ...into.style, ...style, ...runLook(properties) };
    if (look.isHidden) return;
    const outer = into.look;
    if (look.isStruck && !this.#fields.isInstruction) {
      const struck = { ...into, text: new RunText(), look };
      this.#collect(run, struck);
      this.#keepStruck(struck.text.text, into);
    } else {
      into.look = look;
      this.#collect(run, into);
      into.look = outer;
    }
  }

  /** The text of only one part of a paragraph. */
  #textOf(element: XmlElement | null, { style, look, after }: Paragraph): string {
    const part = { text: new RunText(), style, look, after, struckAt: -1 };
    if (element) this.#collect(element, part);
    return part.text.text;
  }

  /** Keeps struck text as deleted text; consecutive runs are joined. */
  #keepStruck(text: string, into: Paragraph): void {
    if (text === "") return;
    const last = this.#removed.length - 1;
    if (into.struckAt === into.text.length && last >= 0) this.#removed[last] += text;
    else if (text.trim() !== "") this.#removed.push(text);
    else {
      into.text.add(text);
      return;
    }
    into.struckAt = into.text.length;
  }

  #keepRemoved(element: XmlElement): void {
    const text = [...within(element, "delText"), ...within(element, "t")].map(textIn).join("");
    if (text.trim() !== "") this.#removed.push(text);
  }

  #note(element: XmlElement, type: "footnote" | "endnote", into: Paragraph): void {
    const note = this.#notes[type].get(attribute(element, "id") ?? "");
    if (!note) return;
    const number = ++this.#noteNumbers[type];
    const mark = type === "footnote" ? `[${number}]` : `[${numeral(number, "lowerRoman")}]`;
    into.text.add(mark);
    const lines = this.#linesIn(note);
    if (lines.length === 0) return;
    this.#addAside([`${mark} ${lines[0]}`, ...lines.slice(1)], into);
  }

  #comment(element: XmlElement, into: Paragraph): void {
    const comment = this.#comments.get(attribute(element, "id") ?? "");
    if (!comment) return;
    const author = oneLineOf(attribute(comment, "author") ?? "");
    this.#addAside([commentText(author, this.#linesIn(comment).join(" "))], into);
  }

  #linesIn(element: XmlElement): string[] {
    return elements(element).flatMap((each) => this.blocks(each).flatMap(({ lines }) => lines));
  }

  #addAside(lines: readonly string[], into: Paragraph): void {
    const block: Block = { kind: "text", level: 0, lines };
    this.#asides.add(block);
    into.after.push(block);
  }

  #table(table: XmlElement): Block[] {
    const rows = partsNamed(table, "tr").filter((row) => !child(row, "trPr", "del"));
    const cells = rows.map((row) => partsNamed(row, "tc"));
    if (arranges(cells))
      return cells.flat().flatMap((cell) => elements(cell).flatMap((each) => this.blocks(each)));
    const lines: string[] = [];
    const asides: Block[] = [];
    let header: string | undefined;
    for (const [index, row] of cells.entries()) {
      const texts: string[] = [];
      const before = numberIn(child(rows[index] ?? null, "trPr", "gridBefore"), "val") ?? 0;
      for (let skip = 0; skip < Math.min(before, maxSpan); skip++) texts.push("");
      for (const cell of row) {
        const merged = child(cell, "tcPr", "vMerge");
        const continuesMerge = merged !== null && attribute(merged, "val") !== "restart";
        texts.push(continuesMerge ? "" : this.#cellText(cell, asides));
        const span = numberIn(child(cell, "tcPr", "gridSpan"), "val") ?? 1;
        for (let more = 1; more < Math.min(span, maxSpan); more++) texts.push("");
      }
      const line = texts.join("\t").trimEnd();
      if (line === "") continue;
      if (lines.length === 0 && isOn(child(rows[index] ?? null, "trPr", "tblHeader")))
        header = line;
      lines.push(line);
    }
    const head = lines.length > 1 ? header : undefined;
    if (lines.length === 0) return asides;
    return [{ kind: "row", level: 0, lines, header: head }, ...asides];
  }

  /** The text of a cell; notes and comments in it are not values and come after the table. */
  #cellText(cell: XmlElement, asides: Block[]): string {
    const blocks = elements(cell).flatMap((each) => this.blocks(each));
    asides.push(...blocks.filter((block) => this.#asides.has(block)));
    const cellBlocks = blocks.filter((block) => !this.#asides.has(block));
    return cellBlocks.flatMap(({ lines }) => lines.map((line) => oneLineOf(line))).join(" ");
  }
}

/** Maximum number of characters in a data-table cell that itself contains a table. */
const longestNest = 300;

/** Whether a table only serves layout. A data table may have small tables in a few cells. */
function arranges(rows: readonly (readonly XmlElement[])[]): boolean {
  if (rows.every((row) => row.length < 2)) return true;
  const nests = (cell: XmlElement): boolean => within(cell, "tbl").length > 0;
  if (!rows.flat().some(nests)) return false;
  const filled = rows
    .map((row) => row.map((cell) => ({ nests: nests(cell), length: lengthOf(cell) })))
    .map((row) => row.filter(({ length }) => length > 0))
    .filter((row) => row.length > 0);
  const grid = filled.filter((row) => row.length > 1);
  const cells = filled.flat().filter((cell) => cell.nests);
  const isGrid =
    grid.length > 1 &&
    grid.length * 2 > filled.length &&
    cells.length * 2 <= filled.flat().length &&
    cells.every(({ length }) => length <= longestNest) &&
    filled.every((row) => row.length > 1 || !row[0]?.nests);
  return !isGrid;
}

function lengthOf(cell: XmlElement): number {
  return within(cell, "t").reduce((sum, text) => sum + textIn(text).trim().length, 0);
}

/** Spans beyond this are mistakes or attacks. */
const maxSpan = 200;

/** The rows of a table, or the cells of a row, without those of tables inside it. */
function partsNamed(parent: XmlElement, name: "tr" | "tc"): XmlElement[] {
  return elements(parent).flatMap((each) => {
    if (each.name === name) return [each];
    return each.name === "tbl" || skipped.has(each.name) ? [] : partsNamed(each, name);
  });
}

function textBlock(text: string): Block {
  return { kind: "text", level: 0, lines: shownLines(text) };
}

interface Field {
  instruction: string;
  /** True once the instruction has ended, so that the field's result follows. */
  isResult: boolean;
  /** The text length at which the field's result began. */
  from: number;
}

/** The stack of open fields while a document is read (ECMA-376-1, 17.16.18). */
class FieldStack {
  #open: Field[] = [];

  /** Whether the current text belongs to the instruction of an enclosing field. */
  get isInstruction(): boolean {
    return this.#open.some(({ isResult }, at) => !isResult && at < this.#open.length - 1);
  }

  /** Whether a simple field is inside the instruction of another field. */
  get isInside(): boolean {
    return this.#open.some(({ isResult }) => !isResult);
  }

  /** Begins a paragraph. Its end drops unfinished instructions, so that they hide no more text. */
  begin(): { end(): void } {
    const count = this.#open.length;
    return {
      end: () => {
        this.#open = this.#open.filter(({ isResult }, at) => at < count || isResult);
      },
    };
  }

  take(element: XmlElement, text: RunText): void {
    const last = this.#open.at(-1);
    if (element.name === "instrText") {
      if (last && !last.isResult) last.instruction += textIn(element);
      return;
    }
    switch (attribute(element, "fldCharType")) {
      case "begin":
        this.#open.push({ instruction: "", isResult: false, from: text.length });
        return;
      case "separate":
        if (last) {
          last.isResult = true;
          last.from = text.length;
        }
        return;
      case "end": {
        const ended = this.#open.pop();
        if (ended && !this.isInside && ended.from === text.length)
          fieldText(ended.instruction, text);
      }
    }
  }
}
