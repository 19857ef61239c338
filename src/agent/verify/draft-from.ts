import type { ClaimedCitation, DraftAnswer, DraftSentence } from "../../core/answer.js";

/** Of a draft, more is not read: a schema allows much less, but not every engine keeps to one. */
const maxSentences = 24;
const maxCitations = 16;
export const longestSentence = 1000;

const reference = "(?:c\\d{1,6}|d\\d+\\.p\\d+\\.s\\d+)";
const references = `[[(]\\s*(?:(?:[Ss]ee|[Ss]ources?):?\\s+)?${reference}(?:\\s*(?:[,;]|and)\\s*${reference})*\\s*[\\])]`;
const introduced = new RegExp(
  `^(?:[Aa]ccording to|[Bb]ased on|[Aa]s per|[Pp]er|[Ii]n|[Ff]rom)\\s+${references},\\s*`,
);
/** After a word that needs it, a reference is a part of its sentence. */
const aside = new RegExp(
  `(?<!\\b(?:to|[Ii]n|[Bb]y|[Oo]n|of|[Ff]rom|[Pp]er|[Ss]ee|[Ww]ith|and)\\s*)\\s*${references}`,
  "g",
);

/**
 * Reads the arguments of `answer` as a model wrote them: a text instead of sentences, citations
 * that are missing, or ids without a quote, ids in brackets. Ids in brackets within a sentence,
 * such as "(c1)" and "[d1.p3.s2]", are taken out of it. Null when there is no sentence and
 * nothing is said to be missing. At most 24 sentences with 16 citations each are read, and 1,000
 * characters of a text; one that is cut ends with "…". Never throws.
 */
export function draftFrom(value: unknown): DraftAnswer | null {
  try {
    return read(value);
  } catch {
    // A getter or a proxy among what was handed in.
    return null;
  }
}

function read(value: unknown): DraftAnswer | null {
  if (typeof value === "string" || Array.isArray(value)) return read({ sentences: value });
  const draft = fieldsOf(value);
  if (!draft) return null;
  const shared = citationsFrom(draft);
  const sentences = sentencesFrom(first(draft, "sentences", "answer", "text", "sentence"), shared);
  const missing = textFrom(first(draft, "missing"));
  if (sentences.length === 0 && missing === "") return null;
  const said = first(draft, "enough");
  const isDenied =
    said === false || (typeof said === "string" && /^\s*(?:false|no)\s*$/i.test(said));
  return { enough: sentences.length > 0 && !isDenied, missing, sentences };
}

function sentencesFrom(
  value: unknown,
  shared: readonly ClaimedCitation[],
): readonly DraftSentence[] {
  const all = (Array.isArray(value) ? value : [value]).slice(0, maxSentences);
  return all.flatMap((entry: unknown): readonly DraftSentence[] => {
    const fields = fieldsOf(entry);
    const text = withoutReferences(
      textFrom(fields ? first(fields, "text", "sentence", "content") : entry),
    );
    if (text === "") return [];
    const own = fields ? citationsFrom(fields) : [];
    // Citations beside the sentences are meant for all of them.
    return [{ text, citations: own.length > 0 ? own : shared }];
  });
}

function citationsFrom(fields: ReadonlyMap<string, unknown>): readonly ClaimedCitation[] {
  const value = first(fields, "citations", "citation", "evidence", "sources");
  const all = (Array.isArray(value) ? value : [value]).slice(0, maxCitations);
  const claimed = all.flatMap((entry: unknown): readonly ClaimedCitation[] => {
    if (typeof entry === "string") {
      const ids = entry.slice(0, longestSentence).match(/d\d+\.p\d+\.s\d+/g);
      return ids ? ids.map((id) => ({ id, quote: "" })) : [];
    }
    const citation = fieldsOf(entry);
    if (!citation) return [];
    const id = idFrom(textFrom(first(citation, "id", "evidence", "source", "passage")));
    const quote = textFrom(first(citation, "quote", "text"));
    return id === "" && quote === "" ? [] : [{ id, quote }];
  });
  return claimed.slice(0, maxCitations);
}

function idFrom(text: string): string {
  return /d\d+\.p\d+\.s\d+/.exec(text)?.[0] ?? text.replace(/^[\s[({<]+|[\s\])}>.,]+$/g, "");
}

function textFrom(value: unknown): string {
  if (typeof value !== "string") return "";
  // White space in front may be long, too.
  const text = value.slice(0, longestSentence * 4).trim();
  if (text.length <= longestSentence) return text;
  // Not within a word or a number, where there is a gap.
  const start = text.slice(0, longestSentence - 1);
  const gap = start.search(/\s\S*$/);
  return `${(gap > 0 ? start.slice(0, gap) : start).replace(/[\ud800-\udbff]$/, "").trim()}…`;
}

/** A sentence without the ids that a model put into it, which say nothing to people. */
function withoutReferences(text: string): string {
  const begun = text.replace(introduced, "");
  const start = begun === text ? text : begun.charAt(0).toUpperCase() + begun.slice(1);
  const tidy = start.replace(aside, (match: string, at: number) => {
    const next = start.slice(at + match.length, at + match.length + 2);
    return /^[\p{L}\p{N}]/u.test(next) ? " " : "";
  });
  return tidy.trim();
}

/** The own fields of an object, so that names such as `constructor` mean nothing. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** The first of some fields that is there. */
function first(fields: ReadonlyMap<string, unknown>, ...names: readonly string[]): unknown {
  const name = names.find((one) => fields.get(one) !== undefined && fields.get(one) !== null);
  return name === undefined ? undefined : fields.get(name);
}
