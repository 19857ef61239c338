import { type DocumentSummary, documentAuthor, fileName, oneLine } from "../core/index.js";

/** The formats of a bibliography entry. */
export type CitationForm = "bibtex" | "ris" | "csl-json";

export const citationForms: readonly CitationForm[] = ["bibtex", "ris", "csl-json"];

/** A person; or an organisation, which has only one name. */
type Author = { readonly family: string; readonly given: string } | { readonly literal: string };

/** The bibliographic data of a document; unknown data is missing. */
interface Reference {
  readonly title: string;
  readonly authors: readonly Author[];
  /** Year, month and day, as far as known. */
  readonly date: readonly number[];
  readonly doi: string | null;
}

/**
 * A document as a bibliography entry, from its own metadata.
 *
 * @param firstPage the text of its first page, for its DOI
 */
export function formatCitation(
  document: Pick<DocumentSummary, "path" | "metadata">,
  firstPage: string,
  form: CitationForm,
): string {
  const reference = referenceOf(document, firstPage);
  switch (form) {
    case "bibtex":
      return bibtex(reference);
    case "ris":
      return ris(reference);
    case "csl-json":
      return cslJson(reference);
  }
}

/** The prefix that programs add to a file name used as the title. */
const program = /^Microsoft (?:Word|PowerPoint|Excel) - /;

function referenceOf(
  { path, metadata }: Pick<DocumentSummary, "path" | "metadata">,
  firstPage: string,
): Reference {
  const stated = oneLine(metadata.title ?? "").replace(program, "");
  const title = stated === "" ? fileName(path).replace(/\.[^.]{1,10}$/, "") : stated;
  return {
    title,
    authors: authorsOf(documentAuthor(metadata) ?? ""),
    date: dateOf(metadata.created),
    doi: doiOf(firstPage),
  };
}

/** Words that show that a name is not a person's. */
const organisation =
  /\b(?:Inc|Ltd|LLC|LLP|GmbH|AG|SE|KG|Corp|Corporation|Company|Co|PLC|Group|University|Institute|Ministry|Department|Agency|Association|Committee|Commission|Council|Society|Foundation|Bank|Office|Team|e\. ?V)\b\.?/i;

/** Splits a text into names in any order: "Ada Lovelace and Doe, Jane", "Lovelace, A.; Doe, J." */
function authorsOf(text: string): Author[] {
  const parts = text.split(/ ?; ?| (?:and|und|et|y) | ?& ?/).filter((part) => part !== "");
  return parts.flatMap((part) => {
    if (organisation.test(part)) return [{ literal: part }];
    const pieces = part.split(/ ?, ?/).filter((piece) => piece !== "");
    const [first = "", second = ""] = pieces;
    // "Doe, Jane", but not "Jane Doe, Ada Lovelace".
    const isTurned = pieces.length === 2 && !(first.includes(" ") && second.includes(" "));
    return isTurned ? [{ family: first, given: second }] : pieces.map(inOrder);
  });
}

/** Particles that belong to the following family name. */
const particle = /^(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|zu|zum|ter|ten)$/;

function inOrder(name: string): Author {
  const words = name.split(" ");
  if (words.length === 1) return { literal: name };
  let at = words.length - 1;
  while (at > 1 && particle.test(words[at - 1] ?? "")) at--;
  return { family: words.slice(at).join(" "), given: words.slice(0, at).join(" ") };
}

function dateOf(created: string | null): number[] {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(created ?? "") ?? [];
  return [year, month, day].filter((part) => part !== undefined).map(Number);
}

/** The DOI that a first page states; null if there is none, or several without a clear one. */
function doiOf(text: string): string | null {
  const pattern = /(doi[\s:.]{0,3}|doi\.org\/)?\b(10\.\d{4,9}\/[^\s"<>{}|\\^`]{1,200})/gi;
  const found = new Map<string, boolean>();
  for (const [, named, raw = ""] of text.matchAll(pattern)) {
    const doi = withoutEnd(raw);
    found.set(doi, found.get(doi) || named !== undefined);
  }
  const named = [...found].filter(([, isNamed]) => isNamed).map(([doi]) => doi);
  const [only, other] = named.length > 0 ? named : [...found.keys()];
  return only !== undefined && other === undefined ? only : null;
}

/** Removes the punctuation after a DOI, and a bracket that was opened before it. */
function withoutEnd(raw: string): string {
  let doi = withoutLast(raw, ".,;:'’”");
  for (const [open, close] of ["()", "[]"]) {
    if (open === undefined || close === undefined) continue;
    while (doi.endsWith(close) && doi.split(close).length > doi.split(open).length) {
      doi = withoutLast(doi.slice(0, -1), ".,;:");
    }
  }
  return doi;
}

function withoutLast(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Articles, with which a citation key does not begin. */
const article = /^(?:a|an|the|der|die|das|ein|eine|le|la|les|un|une|el|los|las)$/i;

function bibtex({ title, authors, date, doi }: Reference): string {
  const [year, month, day] = date;
  const names = authors.map((author) =>
    "literal" in author
      ? `{${latex(author.literal)}}`
      : `${latex(author.family)}, ${latex(author.given)}`,
  );
  const fields: (readonly [string, string])[] = [
    // The inner braces keep the capital letters of a title.
    ["title", `{${latex(title)}}`],
    ...(names.length > 0 ? [["author", names.join(" and ")] as const] : []),
    ...(year === undefined ? [] : [["year", String(year)] as const]),
    ...(month === undefined ? [] : [["month", String(month)] as const]),
    ...(day === undefined ? [] : [["day", String(day)] as const]),
    ...(doi === null ? [] : [["doi", latex(doi)] as const]),
  ];
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},`);
  return `@misc{${keyOf({ title, authors, date, doi })},\n${lines.join("\n")}\n}\n`;
}

function keyOf({ title, authors, date }: Reference): string {
  const [author] = authors;
  const name = author ? ("literal" in author ? author.literal.split(" ")[0] : author.family) : "";
  const words = title.split(/\s+/).filter((word) => !article.test(word));
  const key = [name ?? "", String(date[0] ?? ""), words.find((word) => ascii(word) !== "") ?? ""];
  return key.map(ascii).join("") || "document";
}

function ascii(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^a-z0-9]/gi, "")
    .toLowerCase();
}

const latexSigns: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
};

/** A text escaped for BibTeX, so that no character in it is a command, and braces are balanced. */
function latex(text: string): string {
  return text.replace(/[\\{}$&#_%^~]/g, (sign) => latexSigns[sign] ?? `\\${sign}`);
}

/** Formats an entry as RIS, with the line ends that the format requires. */
function ris({ title, authors, date, doi }: Reference): string {
  const [year, month, day] = date;
  const two = (part: number | undefined): string =>
    part === undefined ? "" : String(part).padStart(2, "0");
  const lines = [
    "TY  - GEN",
    `TI  - ${title}`,
    ...authors.map((author) =>
      "literal" in author ? `AU  - ${author.literal}` : `AU  - ${author.family}, ${author.given}`,
    ),
    ...(year === undefined ? [] : [`PY  - ${year}`, `DA  - ${year}/${two(month)}/${two(day)}`]),
    ...(doi === null ? [] : [`DO  - ${doi}`]),
    "ER  - ",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

function cslJson({ title, authors, date, doi }: Reference): string {
  const item = {
    id: keyOf({ title, authors, date, doi }),
    type: "document",
    title,
    ...(authors.length > 0 ? { author: authors } : {}),
    ...(date.length > 0 ? { issued: { "date-parts": [date] } } : {}),
    ...(doi === null ? {} : { DOI: doi }),
  };
  return `${JSON.stringify([item], null, 2)}\n`;
}
