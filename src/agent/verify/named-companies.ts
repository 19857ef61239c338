import {
  type DocumentSummary,
  legalForm,
  type MisplacedNumber,
  type PassageText,
  parseEvidenceId,
} from "../../core/index.js";
import { type EvidenceCache, textOf } from "./evidence-cache.js";

/** Maximum number of other documents whose first pages are searched for a name. */
const maxOthers = 100;

/**
 * The company whose number a passage contains, if a sentence, or else the question, attributes it
 * to another company; null if the attribution may be right. A name belongs to another company if
 * all of this holds: the passage's document names its own company on its first pages; that name
 * differs, and so do names on the page and in the path; and either another document of the
 * collection is about the named company, or the document never mentions it.
 */
export async function otherCompany(
  { sentence, question }: { readonly sentence: string; readonly question: string },
  passage: PassageText,
  book: EvidenceCache,
): Promise<Pick<MisplacedNumber, "stands" | "said"> | null> {
  const id = parseEvidenceId(passage.id)?.document;
  const document = id === undefined ? null : await book.document(id);
  if (!document) return null;
  const texts = isComparison.test(question) ? [sentence] : [sentence, question];
  for (const text of texts) {
    const names = namesIn(text);
    if (names.length === 0) continue;
    const opening = await book.opening(document.id);
    const owner = ownName(document, opening);
    if (owner === null) return null;
    const near = [
      opening,
      textOf(await book.page(passage.id)),
      await book.surroundings(passage),
    ].join("\n");
    const isOwn = ({ name, isOwner }: NameInText): boolean =>
      isNamedAfter(document, owner, name) || (isOwner && isMentioned(name, near));
    if (names.some(isOwn)) return null;
    const others: string[] = [];
    for (const { name, isOwner } of names) {
      if (!isOwner && isMentioned(name, near)) continue;
      const isAbsent = isOwner && !isMentioned(name, await book.text(document.id));
      if (isAbsent || (await isOfAnother(name, document, book))) others.push(name);
      // A product, a part of the company, or no name at all.
      else if (isOwner) return null;
    }
    const [other] = others;
    if (other !== undefined) return { stands: owner, said: other };
  }
  return null;
}

/** Questions about one company whose answers name others. */
const isComparison =
  /(?<![a-zß-ɏḀ-ỿ])(?:competitor|peer|rival|customer|supplier|subsidiar|than|other compan|versus|vs|compare)/iu;

interface NameInText {
  readonly name: string;
  /** Whether the grammar attributes something to the name: "Acme's sales", "Acme reported". */
  readonly isOwner: boolean;
}

const letter = "[\\p{Script=Latin}\\p{N}]";
const token = `(?:\\p{Uppercase}|\\d{1,3}\\p{Uppercase}|\\p{Lowercase}\\p{Uppercase}\\p{Lowercase})${letter}*(?:[.&'’-]${letter}+)*`;
const run = `(?<![\\p{Alpha}\\p{N}.&'’-])${token}(?:(?: | & | of | of the | and )${token})*`;
const runs = new RegExp(run, "gu");
const verb =
  "(?:had|has|have|reported|reports|posted|generated|recorded|earned|made|spent|paid|held|owned|owed|incurred|recogni[sz]ed|achieved|delivered|booked|saw|ended|closed|repurchased|borrowed|invested|raised|employed|employs)";
const beforeVerb = new RegExp(`^ ${verb}(?!\\p{Alpha})`, "u");
const afterAuxiliary = /(?<![a-zß-ɏḀ-ỿ])(?:did|does|do) $/iu;

/** Words that begin a sentence or act as pronouns, and are not part of a name. */
const noName =
  /^(?:in|the|an?|for|as|of|during|while|although|but|and|at|by|on|from|according|per|both|this|that|these|those|when|since|after|before|under|its?|they|their|we|our|he|she|his|her|all|each|total|net|gross|what|which|who|how|whose|did|does|do|was|were|is|are|has|had|have|with|to|if|so|yes|no|not|compan(?:y|ies)|group|management|corporation|firm|bank|business|registrant|issuer|parent|board|segment|division|shareholders?|stockholders?|investors?|fiscal|year|quarter|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|[1-4]q\d*|h[12]|[cf]y\d*|ceo|cfo|coo|cto|eps|roi|ro[ae]|ebit(?:da)?|gaap|ifrs|usa?|u\.s|uk|eu|cogs|sg&a|r&d|pp&e|d&a|fcf|capex|opex|yoy|qoq|saas|revenues?|sales|income|profits?|assets|liabilities|cash|today)$/iu;

/** Words that a name does not end with. */
const joins = /^(?:of|and|&|the)$/u;

function namesIn(text: string): readonly NameInText[] {
  return [...text.matchAll(runs)].flatMap(({ index, 0: whole }): NameInText[] => {
    const end = index + whole.length;
    // "Acme's Net Sales": the name ends with the possessive, even if more capitals follow.
    const owners = whole.split(/(?<=\p{Alpha}s?['’]s?) (?=\p{Uppercase})/u);
    let at = index;
    return owners.flatMap((part): NameInText[] => {
      const [from, to] = [at, at + part.length];
      at = to + 1;
      const possessive =
        /['’]s$/u.test(part) || (/s$/u.test(part) && /^['’] /u.test(text.slice(to)));
      const words = part.replace(/['’]s$/u, "").split(" ");
      while (words[0] !== undefined && noName.test(words[0])) words.shift();
      while (words.length > 1 && joins.test(words.at(-1) ?? "")) words.pop();
      const name = words.join(" ");
      if (name.length < 2) return [];
      const isOwner =
        possessive ||
        (to === end &&
          beforeVerb.test(text.slice(end, end + 20)) &&
          (from === 0 || /[,;:.] $/u.test(text.slice(Math.max(0, from - 2), from)))) ||
        afterAuxiliary.test(text.slice(Math.max(0, from - 8), from));
      return [{ name, isOwner }];
    });
  });
}

const nameToken = "[\\p{Uppercase}\\d][\\p{Alpha}\\p{N}.&'’-]{0,60}";
const legalName = new RegExp(
  `(?<![\\p{Alpha}\\p{N}])(${nameToken}(?:,? (?:(?:and|of|&|the|AND|OF|THE) )?${nameToken}){0,5}?),? ${legalForm}`,
  "giu",
);
/** Companies often named on the first pages of other companies' documents. */
const bystander =
  /exchange|nasdaq|stock market|deloitte|ernst|kpmg|pricewaterhouse|securities and|trust|depository/iu;

/**
 * The name of a document's company: a name with a legal form on its first pages, or a name in its
 * path that also occurs there; null if there is neither.
 */
function ownName(document: DocumentSummary, opening: string): string | null {
  const found = [...opening.matchAll(legalName)]
    .map(([, name = ""]) => name)
    .filter((name) => /^\p{Uppercase}|^\d/u.test(name) && !bystander.test(name));
  const path = squeezed(document.path);
  const named = found.find((name) => path.includes(squeezed(name))) ?? found[0];
  if (named !== undefined) return named;
  return pathNames(document.path).find((name) => timesIn(name, opening) >= enoughTimes) ?? null;
}

/** A word of a path is a name if the first pages capitalise it this often, unlike "notes". */
const enoughTimes = 3;

/** Words in paths that are not names. */
const formWord =
  /^(?:annual|quarterly|interim|report|reports|bericht|geschäftsbericht|rapport|annuel|filing|form|earnings|release|results|statement|statements|financial|dated|final|draft|copy|en|de|q[1-4]|fy|h[12]|k|q|ar|pdf|html?|md|txt|csv)$/iu;

/** Possible names in a path, without years, form names and so on. */
function pathNames(path: string): readonly string[] {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\p{Alpha}+$/u, "");
  return (stem.match(/\p{Alpha}[\p{Alpha}&]*/gu) ?? []).filter(
    (word) => word.length > 2 && !formWord.test(word),
  );
}

function isNamedAfter(document: DocumentSummary, owner: string, name: string): boolean {
  const [squeezedName, path, title] = [name, document.path, document.metadata.title ?? ""].map(
    squeezed,
  );
  if (squeezedName === undefined || squeezedName === "") return false;
  const isIn = (text = ""): boolean => squeezedName.length > 2 && text.includes(squeezedName);
  return (
    isIn(path) ||
    isIn(title) ||
    isShortFor(name, owner) ||
    [owner, ...pathNames(document.path)].some((one) => beginsAlike(name, one))
  );
}

/** "AmEx" and "P&G": letters of a name in order, starting with its first. */
function isShortFor(name: string, owner: string): boolean {
  const letters = squeezed(name);
  if (letters.length > 5 || (name.match(/\p{Uppercase}/gu)?.length ?? 0) < 2) return false;
  const whole = squeezed(owner);
  if (letters[0] !== whole[0]) return false;
  let from = 0;
  for (const each of letters) {
    from = whole.indexOf(each, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/** First words that many names share. */
const shared =
  /^(?:american?|united|general|first|national|international|global|new|bank|best|royal|south|north|western|eastern|southern|northern|standard|advanced|applied|digital|home|the|us|u\.s)$/iu;

/** Whether two names share a first word that few others have: "Ulta Beauty", "Ulta Salon". */
function beginsAlike(one: string, other: string): boolean {
  const [first = ""] = one.split(/[\s.,]/);
  const [second = ""] = other.split(/[\s.,]/);
  return first.length > 2 && !shared.test(first) && squeezed(first) === squeezed(second);
}

/** Whether the path or first pages of another document show that it is about a company. */
async function isOfAnother(
  name: string,
  document: DocumentSummary,
  book: EvidenceCache,
): Promise<boolean> {
  const others = (await book.documents()).filter(({ id }) => id !== document.id);
  const squeezedName = squeezed(name);
  if (squeezedName.length < 3) return false;
  if (
    others.some(
      ({ path }) =>
        squeezed(pathNames(path).join("")) === squeezedName ||
        pathNames(path).some((one) => squeezed(one) === squeezedName),
    )
  )
    return true;
  for (const other of others.slice(0, maxOthers)) {
    const owner = ownName(other, await book.opening(other.id));
    if (owner !== null && (squeezed(owner) === squeezedName || beginsAlike(name, owner)))
      return true;
  }
  return false;
}

export function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{Alpha}\p{N}]+/gu, "");
}

/** Whether a name occurs in a text with a capital: "Square" does not in "square feet". */
function isMentioned(name: string, text: string): boolean {
  return timesIn(name, text) > 0;
}

function timesIn(name: string, text: string): number {
  const words = name.match(/[\p{Alpha}\p{N}]+/gu) ?? [];
  if (words.length === 0) return 0;
  const form = new RegExp(
    `(?<![\\p{Alpha}\\p{N}])${words.join("[^\\p{Alpha}\\p{N}]{1,3}")}(?![\\p{Alpha}\\p{N}])`,
    "giu",
  );
  return [...text.matchAll(form)].filter(([found]) =>
    /^[\p{Uppercase}\p{N}]|^\p{Lowercase}\p{Uppercase}/u.test(found),
  ).length;
}
