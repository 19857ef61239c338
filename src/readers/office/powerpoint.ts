import { append, hiddenSlide } from "../../core/index.js";
import type { OpenDocument, ParseSource } from "../format.js";
import {
  type Block,
  bulletLabel,
  commentText,
  labelledItem,
  oneLineOf,
  openPages,
  type PagePart,
  removedBlocks,
} from "../parts.js";
import { Archive } from "./containers.js";
import { chosen, drawnLines, drawnTable, referredBlocks } from "./drawing.js";
import { numeral } from "./numerals.js";
import {
  attribute,
  child,
  childrenNamed,
  elements,
  mainPart,
  numberIn,
  officeMetadata,
  type Relation,
  readPart,
  related,
  relationId,
  relationsOf,
  TextBudget,
  textIn,
  within,
  type XmlElement,
} from "./package.js";

/** Opens a PowerPoint presentation, one slide per page. Throws `damaged-file` and `too-large`. */
export async function openPowerPoint({ bytes, path, opening }: ParseSource): Promise<OpenDocument> {
  const archive = new Archive(bytes, path, opening);
  const main = mainPart(archive, "ppt/presentation.xml");
  const relations = relationsOf(archive, main);
  const reader = new SlideReader(archive, related(relations, "commentAuthors"));
  const listed = childrenNamed(child(readPart(archive, main), "sldIdLst"), "sldId");
  const pages = listed.map((slide): PagePart => {
    const relation = relations.get(relationId(slide) ?? "");
    return reader.slide(relation && !relation.isExternal ? relation.target : "");
  });
  const heading = pages[0]?.blocks.find(({ kind }) => kind === "heading");
  return openPages(pages, officeMetadata(archive, bytes.length, heading?.lines[0] ?? null));
}

/** Placeholders whose fields, the slide number and today's date, are not part of its text. */
const counting = new Set(["sldNum", "dt"]);

/** Placeholders for the headers and footers of notes. */
const margins = new Set(["hdr", "ftr", "dt"]);

class SlideReader {
  readonly #archive: Archive;
  readonly #authors = new Map<string, string>();
  readonly #budget: TextBudget;
  /** Headers and footers of notes read so far. */
  readonly #margins = new Set<string>();

  constructor(archive: Archive, authors: readonly string[]) {
    this.#archive = archive;
    this.#budget = new TextBudget(archive.path);
    for (const part of authors) {
      for (const each of childrenNamed(readPart(archive, part), "cmAuthor")) {
        this.#authors.set(attribute(each, "id") ?? "", oneLineOf(attribute(each, "name") ?? ""));
      }
    }
  }

  slide(part: string): PagePart {
    const root = readPart(this.#archive, part);
    if (!root) return { blocks: [], problem: "This slide is missing from the file, or damaged." };
    const relations = relationsOf(this.#archive, part);
    const removed: string[] = [];
    const blocks = this.#shapes(child(root, "cSld", "spTree"), relations, removed);
    // Titles come first, wherever they are among the shapes.
    const titles = blocks.filter(({ kind }) => kind === "heading");
    const content = blocks.filter(({ kind }) => kind !== "heading");
    const notes = related(relations, "notesSlide").flatMap((each) => this.#notes(each));
    const comments = related(relations, "comments").flatMap((each) => this.#comments(each));
    const all = [...titles, ...content, ...removedBlocks(removed), ...notes, ...comments];
    for (const { lines } of all) for (const line of lines) this.#budget.take(line.length + 1);
    const isHidden = attribute(root, "show") === "0";
    return { label: isHidden ? hiddenSlide : null, blocks: all };
  }

  /** @param removed receives struck text */
  #shapes(
    tree: XmlElement | null,
    relations: ReadonlyMap<string, Relation>,
    removed: string[],
  ): Block[] {
    if (!tree) return [];
    return elements(tree).flatMap((each): Block[] => {
      switch (each.name) {
        case "sp":
          return shapeBlocks(each, removed);
        case "grpSp":
          return this.#shapes(each, relations, removed);
        case "AlternateContent":
          return this.#shapes(chosen(each), relations, removed);
        case "graphicFrame":
          return [
            ...within(each, "tbl").flatMap((table) => drawnTable(table, removed)),
            ...referredBlocks(each, this.#archive, relations),
          ];
        default:
          return [];
      }
    });
  }

  /** All text on a slide's notes page; headers and footers are kept only once per file. */
  #notes(part: string): Block[] {
    const tree = child(readPart(this.#archive, part), "cSld", "spTree");
    return within(tree, "sp").flatMap((shape) => {
      const removed: string[] = [];
      const blocks = [...shapeBlocks(shape, removed), ...removedBlocks(removed)];
      if (!margins.has(placeholderOf(shape) ?? "")) return blocks;
      return blocks.filter(({ lines }) => {
        const text = lines.join("\n");
        return !this.#margins.has(text) && this.#margins.add(text);
      });
    });
  }

  #comments(part: string): Block[] {
    const root = readPart(this.#archive, part);
    const lines = childrenNamed(root, "cm").flatMap((each) => {
      const author = this.#authors.get(attribute(each, "authorId") ?? "") ?? "";
      const older = child(each, "text");
      const text = older
        ? oneLineOf(textIn(older))
        : within(each, "p")
            .flatMap((each) => drawnLines(each))
            .join(" ");
      return text === "" ? [] : [commentText(author, text)];
    });
    return lines.length > 0 ? [{ kind: "text", level: 0, lines }] : [];
  }
}

/** The role of a placeholder shape: "title", "body"; null if it is not one. */
function placeholderOf(shape: XmlElement): string | null {
  const [placeholder] = within(shape, "ph");
  return placeholder ? (attribute(placeholder, "type") ?? "obj") : null;
}

function shapeBlocks(shape: XmlElement, removed: string[]): Block[] {
  const body = child(shape, "txBody");
  const placeholder = placeholderOf(shape);
  if (!body) return [];
  const isCounting = counting.has(placeholder ?? "");
  const paragraphs = childrenNamed(body, "p").map((each) => ({
    lines: drawnLines(each, { fields: !isCounting, removed }),
    properties: child(each, "pPr"),
  }));
  if (placeholder === "title" || placeholder === "ctrTitle") {
    const title = paragraphs.flatMap(({ lines }) => lines).join(" ");
    return title === "" ? [] : [{ kind: "heading", level: 1, lines: [title] }];
  }
  const blocks: (Block & { lines: string[] })[] = [];
  // Text placeholders are lists unless marked otherwise.
  const usual = placeholder === "body" || placeholder === "obj" ? "bullet" : null;
  const numbers = new SlideNumbers();
  for (const { lines, properties } of paragraphs) {
    if (lines.length === 0) continue;
    const item = itemKind(properties);
    const isItem = usual !== null || item === "bullet" || item === "number";
    const kind = isItem ? "list-item" : "text";
    const last = blocks.at(-1);
    const number = numbers.next(properties);
    const label = (item ?? usual) === "bullet" ? bulletLabel : number;
    const itemLines = isItem ? [labelledItem(label, lines.join(" "))] : lines;
    if (last?.kind === kind && isItem) append(last.lines, itemLines);
    else blocks.push({ kind, level: 0, lines: [...itemLines] });
  }
  return blocks;
}

/** The label of a paragraph as an item of a list; null if the paragraph does not set it. */
function itemKind(properties: XmlElement | null): "bullet" | "number" | "none" | null {
  if (!properties) return null;
  if (child(properties, "buAutoNum")) return "number";
  if (child(properties, "buChar")) return "bullet";
  if (child(properties, "buNone")) return "none";
  return (numberIn(properties, "lvl") ?? 0) > 0 ? "bullet" : null;
}

/** Numbers the paragraphs of a shape as PowerPoint does (ECMA-376-1, 21.1.2.4.1). */
class SlideNumbers {
  /** The last number at each level, and how it is written. */
  readonly #counters: ({ readonly type: string; readonly value: number } | undefined)[] = [];

  /** The number of the next paragraph; empty for a paragraph without one. */
  next(properties: XmlElement | null): string {
    const numbering = child(properties, "buAutoNum");
    const level = (properties && numberIn(properties, "lvl")) ?? 0;
    if (level < 0 || level > deepestLevel) return "";
    const last = this.#counters[level];
    this.#counters.length = level;
    if (!numbering) return "";
    const type = attribute(numbering, "type") ?? "";
    const start = numberIn(numbering, "startAt") ?? 1;
    const value = last?.type === type ? last.value + 1 : start;
    this.#counters[level] = { type, value };
    const [, scheme = "", style] =
      /^(arabic|alpha[LU]c|roman[LU]c)(Period|ParenR|ParenBoth|Plain)$/.exec(type) ?? [];
    const digits = numeral(value, schemes[scheme] ?? "decimal");
    if (style === "ParenBoth") return `(${digits})`;
    return `${digits}${style === "Plain" ? "" : style === "ParenR" ? ")" : "."}`;
  }
}

/** The deepest level of a paragraph, the first one being 0. */
const deepestLevel = 8;

/** Word's names of the numbering formats of slides. */
const schemes: Readonly<Record<string, string>> = {
  alphaLc: "lowerLetter",
  alphaUc: "upperLetter",
  romanLc: "lowerRoman",
  romanUc: "upperRoman",
};
