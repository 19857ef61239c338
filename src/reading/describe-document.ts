import type { DocumentSummary, FormatId } from "../core/document.js";
import { gapWords } from "./coverage-line.js";
import { counted, grouped, onOneLine, pathNamed } from "./wording.js";

const longestValue = 160;
const longestBriefTitle = 80;

const formats: Readonly<Record<FormatId, string>> = {
  pdf: "PDF",
  text: "plain text",
  markdown: "Markdown",
  html: "HTML",
  csv: "CSV",
};

/** A document on one line: path, title, author, format, pages, words, date. */
export function describeDocument(document: DocumentSummary): string {
  const { path, format, metadata, words } = document;
  const { title, author, created, modified } = metadata;
  const named = [
    title === null ? "" : `"${onOneLine(title, longestValue)}"`,
    author === null ? "" : `by ${onOneLine(author, longestValue)}`,
  ].filter((part) => part !== "");
  const date = modified ?? created;
  const facts = [
    formats[format],
    pagesOf(document),
    counted(words, "word"),
    ...(date === null ? [] : [date.slice(0, 10)]),
  ];
  return `${[pathNamed(path), ...named].join(", ")} (${facts.join(", ")})`;
}

/** Path, title where it has a word that the path has not, and pages, on one line. */
export function describeDocumentBriefly(document: DocumentSummary): string {
  const { path, metadata } = document;
  const known = new Set(wordsIn(path));
  const adds = wordsIn(metadata.title ?? "").some((word) => !known.has(word));
  const title = adds ? `, "${onOneLine(metadata.title ?? "", longestBriefTitle)}"` : "";
  return `${pathNamed(path)}${title} (${pagesOf(document)})`;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? [];
}

/** Everything a document says about itself, a line each; what it does not say is left out. */
export function describeDocumentFully(document: DocumentSummary): string {
  const { path, format, metadata, words, gaps, pageUnit } = document;
  const { pageSize, tagged, formatVersion } = metadata;
  const lines: readonly (readonly [name: string, value: string | null])[] = [
    ["Title", metadata.title],
    ["Author", metadata.author],
    ["Subject", metadata.subject],
    ["Keywords", metadata.keywords],
    ["Creator", metadata.creator],
    ["Producer", metadata.producer],
    ["Created", metadata.created],
    ["Modified", metadata.modified],
    ["Format", formatVersion === null ? formats[format] : `${formats[format]} ${formatVersion}`],
    ["Pages", pagesOf(document)],
    ["Without text", gaps.length === 0 ? null : `${pageUnit} ${gapWords(gaps)}`],
    ["Words", grouped(words)],
    ["Page size", pageSize && `${grouped(pageSize.width)} x ${grouped(pageSize.height)} points`],
    ["File size", fileSize(metadata.fileSize)],
    ["Tagged", tagged === null ? null : tagged ? "yes" : "no"],
    ["Encrypted", metadata.encrypted ? "yes" : "no"],
  ];
  const said = lines.filter(([, value]) => value !== null && value !== "");
  return [
    pathNamed(path),
    ...said.map(([name, value]) => `${name}: ${onOneLine(value ?? "", longestValue)}`),
  ].join("\n  ");
}

function pagesOf({ pages, pageUnit }: DocumentSummary): string {
  const without = pages.total - pages.text;
  return counted(pages.total, pageUnit) + (without > 0 ? `, ${grouped(without)} without text` : "");
}

function fileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
