import { isQuestion, literalSource } from "../core/index.js";

/** A term whose meaning a question asks for. */
export interface AskedTerm {
  /** The term as the question writes it, without article and quotes. */
  readonly text: string;
  /**
   * True if the question may ask for a value instead: "What is the notice period?" Then only a
   * sentence that explicitly defines the term answers it.
   */
  readonly isDefinite: boolean;
  /** True if the question certainly asks for a meaning: "What does heave mean?" */
  readonly isExplicit: boolean;
  /**
   * The term without the subject that the question names after it, and that subject: "accruals" and
   * "accounting" in "What are accruals in accounting?" The whole may also be a term: "work in
   * progress". Null if the question names no subject.
   */
  readonly inSubject: { readonly term: string; readonly subject: string } | null;
}

const quote = "[\"“”„«»‘’']";
/** Beginnings of questions that ask for a meaning, in English, German, French and Spanish. */
const asksMeaning =
  /^(?:what(?: is|'s|’s| are) (?:meant|understood) by|(?:what(?: is|'s|’s) |give me )?the (?:definition|meaning) of|define|(?:what|who) (?:counts|qualifies) as|(?:what|who) (?:is|are) (?:considered|deemed)(?: to be)?|when (?:is|are) (?:an?|the) \p{Alpha}+ (?:counted|considered|deemed|regarded|treated)(?: as)?(?: to be)?|was (?:gilt|zählt) als|what do(?:es)? .{1,40} mean by|what does|what do|how (?:is|are)|was (?:ist|sind) mit|was versteht man unter|was (?:bedeute[tn]|heißt)|wie (?:ist|wird|sind|werden)|wof[üu]r (?:steht|stehen)|que (?:signifie(?:nt)?|veut dire|désigne)|qu['’]entend-on par|qu[eé] significan?|qu[eé] se entiende por|c[oó]mo se define) (.{2,80})$/iu;
/** Beginnings of questions that may ask for a meaning. */
const asksWhat =
  /^(?:what(?: is|'s|’s| are)|was (?:ist|sind)|c['’]est quoi|qué (?:es|son)|qu['’]est[- ]ce (?:que(?: c['’]est que)?|qu['’])) ?(.{2,80})$/iu;
/** The ending that must follow the term, for each beginning that needs one. */
const ends: readonly (readonly [beginning: RegExp, end: RegExp])[] = [
  [/^what do(?:es)? (?!.* mean by )/iu, / (?:mean|stand for|refer to)$/iu],
  [/^how (?:is|are) /iu, / (?:defined|being defined)$/iu],
  [/^wie /iu, / (?:definiert|bestimmt)$/iu],
  [/^was (?:ist|sind) mit /iu, / gemeint$/iu],
];
/** The place where a question says to look. */
const place =
  /,? (?:here|hier|ici|aquí|in (?:this|that|the|these|my|our|diesem|dieser|dem|der|meinem|meiner)(?: \S+){1,8}|(?:dans|en) (?:ce|cet|cette|le|la|les|el|este|esta|mi|mon|ma)(?: \S+){1,8}|(?<=, )(?:in|for|bei|beim|en|dans) .{1,60}|according to .{1,60}|under (?:this|the)(?: \S+){1,8})$/iu;
/** The thing that shows a term: "on the display". */
const thingBehind =
  / (?:on|auf|sur|en) (?:the|my|our|dem|der|meine[mr]|le|la|mon|ma|el|mi)(?: \S+){1,3}$/iu;
/** Codes such as "E05", which have capitals and digits. */
const code =
  "(?=[\\p{Alpha}-]{0,9}\\p{N})(?=[\\p{Alpha}\\p{N}-]{0,9}?\\p{Uppercase})[\\p{Alpha}\\p{N}-]{2,10}";
const onlyCode = new RegExp(`^${code}$`, "u");
const codes = new RegExp(`(?<![\\p{Alpha}\\p{N}-])${code}(?![\\p{Alpha}\\p{N}-])`, "gu");
/** A code with its kind before it: "error code E05". */
const codeWithKind = new RegExp(`^(?:\\p{Alpha}{2,20} ){1,2}(${code})$`, "u");
const article =
  /^(?:an?|the|eine?[mnrs]?|der|die|das|dem|den|une?|le|la|les|el|los|las|un[oa]s?) |^l['’]/iu;
const definiteArticle = /^(?:the|der|die|das|dem|den|le|la|les|el|los|las) |^l['’]/iu;
/** Words that no document defines. */
const noTerm =
  /^(?:my|your|our|his|her|its|their|this|that|these|those|it|he|she|they|there|going|not|mein|meine|unser|unsere|mon|ma|notre|mi|nuestr[oa]|es|das|ça|esto|in|on|at|of|to|for|by|with|from|being|done)(?![a-zß-ɏḀ-ỿ])|^(?:included|covered|allowed|required|new|wrong|left)$/iu;
const longestTerm = 6;
/** A subject after a term. */
const subjectBehind =
  /^(.{2,60}?) (?:in|of an?|beim?|dans|en) (\p{Alpha}[\p{Alpha}-]{2,30}(?: \p{Alpha}[\p{Alpha}-]{2,30})?)$/u;

/** A state in capitals with its kind before it: "condition YELLOW". */
const stateWithKind = /^(?:\p{Lowercase}{2,20} ){1,2}(\p{Uppercase}{2,20})$/u;

export function codesIn(text: string): string[] {
  return [...text.matchAll(codes)].map(([found]) => found);
}

/** A question on one line, without the signs around it. */
export function bareQuestion(question: string): string {
  return question
    .replace(/\s+/gu, " ")
    .replace(/^[¿¡\s]+|(?<![?.!\s])[?.!\s]+$/gu, "")
    .trim();
}

/** Returns the term whose meaning a question asks for; null for all other questions. */
export function askedTerm(question: string): AskedTerm | null {
  const text = bareQuestion(question)
    .replace(/^(?:in|under|according to|laut|nach|dans|selon|en|según) [^,]{3,100}, /iu, "")
    .trim();
  const [, explicit] = asksMeaning.exec(text) ?? [];
  const [, plain] = asksWhat.exec(text) ?? [];
  const all = explicit ?? plain;
  if (all === undefined) return null;
  const closing = ends.find(([beginning]) => beginning.test(text))?.[1];
  const inPlace = all.replace(place, "").replace(/,$/u, "");
  const onThing = closing ? inPlace.replace(thingBehind, "") : inPlace;
  const without = closing ? onThing.replace(closing, "") : onThing;
  if (closing && without === onThing) return null;
  const named = without.replace(place, "").trim();
  const isQuoted = new RegExp(`${quote}$`, "u").test(named);
  const bare = named.replace(article, "").trim();
  const term = bare
    .replace(new RegExp(`^${quote}`, "u"), "")
    .replace(new RegExp(`${quote}$`, "u"), "")
    .replace(codeWithKind, "$1")
    .replace(stateWithKind, "$1");
  if (term.length < 2 || term.split(" ").length > longestTerm) return null;
  if (!/\p{Alpha}/u.test(term) || /[,:;?]/u.test(term)) return null;
  if (noTerm.test(term) && !isQuoted && !/^(?:\S+ counts as |when )/iu.test(text)) return null;
  const isName = isQuoted || /\p{Uppercase}/u.test(term);
  const [, inner, subject] = isQuoted ? [] : (subjectBehind.exec(term) ?? []);
  return {
    text: term,
    inSubject: inner === undefined || subject === undefined ? null : { term: inner, subject },
    isDefinite: explicit === undefined && definiteArticle.test(named) && !isName,
    isExplicit: explicit !== undefined,
  };
}

/** The surroundings of a sentence or row that may define a term. */
export interface DefinitionPlace {
  readonly heading: string | null;
  readonly isRow: boolean;
}

/**
 * How explicitly a sentence or row defines a term.
 *
 * - `stated`: it says that it defines: "“Term” means …", "(the “Term”)", an entry of a glossary.
 * - `described`: it says what the term is: "A term is a …", "TERM (The Expanded Reading of its
 *   Marks)".
 */
export type Definition = "stated" | "described";

/** Says how explicitly a sentence or row defines a term; null if it only uses the term. */
export type DefinesTerm = (content: string, place: DefinitionPlace) => Definition | null;

const glossaryHeading =
  /(?<![a-zß-ɏḀ-ỿ])(?:glossar(?:y|io|e|ies)?|definitions?|defined terms|abbreviations?|acronyms?|terms used|terminology|(?:special|particular) meanings?|meanings? of (?:the )?words|(?:important|key) (?:words|terms)|words (?:used|we use)|begriffe|begriffsbestimmungen|definitionen|abkürzungen(?:sverzeichnis)?|définitions?|glossaire|abréviations|sigles|definiciones|siglas|abreviaturas)(?![a-zß-ɏḀ-ỿ])/iu;

/** Words that introduce the meaning of a term in quotes or at the beginning of a sentence. */
const verbs =
  "(?:shall |will |hereby |here |also |always |simply )?(?:means?|refers? to|stands? for|denotes?|designates?|(?:is|are) (?:here |hereby )?defined (?:as|to mean)|(?:is|are) short for|(?:is|are) an? (?:abbreviation|acronym) (?:for|of)|(?:has|have) the (?:following )?meanings?|bedeute[tn]|bezeichne[tn]|steht für|stehen für|heißt|meint|signifie(?:nt)?|désigne(?:nt)?|veut dire|significan?|designan?|se refiere a|se entiende)";
/** A reference to another place that gives the meaning. */
const elsewhere =
  /["”»]\) (?:as )?(?:defined|specified|described|listed|given|set (?:forth|out)) (?:at|in|on|below|above)(?![a-zß-ɏḀ-ỿ])|(?:meanings?|same meaning) (?:(?:as )?(?:is )?(?:set (?:forth|out)|given|assigned|ascribed|specified|provided|as defined)|as (?:in|defined))/iu;
/** Text before the subject of a sentence: list markers and numbers, articles, "the term". */
const opening = `(?:[-–•*·]\\s|\\(?(?:\\p{N}{1,3}|\\p{Alpha}|[ivx]{1,4})[.)]\\s|\\p{N}{1,2}(?:\\.\\p{N}{1,2}){1,4}\\.?\\s)?(?:(?:in|for) (?:the purposes? of )?this \\p{Alpha}{3,20},? )?(?:(?:the|an?|der|die|das|eine?|le|la|les|l['’]|une?|el|los|las|un[oa]?) )?(?:(?:term|word|expression|abbreviation|acronym|begriff|ausdruck|terme|término|expresión) )?`;
const being = "(?:is|are|was|were|ist|sind|est|sont|es|son)";
const indefinite =
  "(?:an?|any|one of|the (?:name|term|process|act|study|practice|abbreviation|short form|standard)|eine?|einer|une?|des|un[oa]?)";
/** Nouns that judge a thing instead of saying what it is. */
const noKind =
  "(?! (?:great|good|bad|must|big|little|lot|bit|few|matter|need|hit|success|pleasure|problem|key|very|top|major|priority|question|concern|subject|condition of|result)(?!\\p{Alpha}))";

/** Nouns without an article that say what a term is: "borrowings less cash", "money paid to …". */
const bareKind =
  "(?:(?!(?:not|now|also|never|only|often|usually|always) )\\p{Alpha}{3,20} )?(?!(?:member|part|result|example|reason|problem)s )(?:\\p{Alpha}{2,19}s(?<!(?:ou|s|u|i|way|time)s)|money|information|anything|everything|people|equipment|property|income) (?:that|which|who|whose|where|less|minus|plus|made|paid|held|of|from|for|between|\\p{Alpha}{3,12}ed)(?!\\p{Alpha})";

/** A sentence or clause that begins with a term in quotation marks, and defines it. */
const definesQuoted = new RegExp(
  `^[\\s\\p{N}.()•]{0,12}["“„«]\\s?([^"“”„«»]{1,60}?)\\s?["”“»],?\\s${verbs}(?!\\p{Alpha})`,
  "u",
);

/** The term in quotation marks that a text defines: "2.8 “Policy” means …"; null if none. */
export function quotedTermOf(content: string): string | null {
  return definesQuoted.exec(content)?.[1] ?? null;
}

interface DefiningForms {
  /** A row's label that is only the term. */
  readonly label: RegExp;
  /** Sentences that say what the term means. */
  readonly stated: readonly RegExp[];
  /** The beginning of an entry in a list of terms. */
  readonly entry: RegExp;
  /** Sentences that say what kind of thing it is. */
  readonly described: readonly RegExp[];
  /** A sentence that says which thing it is: "The yield is the share of …". */
  readonly identified: RegExp;
}

/** @param flags those of forms in which a term has the same capitals as in the question */
function definingForms(text: string, flags: string): DefiningForms {
  const term = termPattern(text);
  const aside = "(?: \\([^()]{1,80}\\))?";
  const quoted = `${quote}${term}${quote}`;
  const pattern = (source: string, caseFlags = flags): RegExp => new RegExp(source, caseFlags);
  const stated = [
    pattern(
      `${quoted}${aside}(?:,? (?:as used|when used|wherever used|or ${quote}[^"”»]{1,60}${quote})[^,]{0,60},?)?,? ${verbs}(?!\\p{Alpha})`,
    ),
    pattern(`^${opening}${quote}?${term}${quote}?${aside},? ${verbs}(?!\\p{Alpha})`, "iu"),
    pattern(
      `${quoted}(?: (?:with respect to|in relation to|in respect of|for) [^.;:]{1,80}?)? (?:shall|will) be(?!\\p{Alpha})`,
    ),
    // "(the “Term”)", "(hereinafter referred to as the “Term”)".
    pattern(`\\((?:[^()]{0,60}[\\s,])?${quoted}(?:,? (?:or|and|oder|ou|o) [^()]{1,60})?[,.]?\\)`),
    pattern(
      `(?<!\\p{Alpha})(?:by|unter|mit|par|por) (?:(?:the|an?|eine[mr]?|une?|un[oa]?|la|el|le|dem|der) )?${quote}?${term}${quote}? (?:we mean|is meant|versteht man|verstehen wir|ist gemeint|on entend|se entiende|entendemos)(?!\\p{Alpha})`,
      "iu",
    ),
    pattern(
      `(?<!\\p{Alpha})(?:we (?:define|call)|on entend par) (?:(?:an?|the|une?) )?${quote}?${term}${quote}? as(?!\\p{Alpha})`,
      "iu",
    ),
  ];
  const entry = pattern(
    `^(?:[-–•*·] )?${quote}?${term}${quote}?${aside}\\s?[:–—]\\s|^${quote}?${term}${quote}?${aside} --? `,
    "iu",
  );
  const described = [
    pattern(
      `^${opening}${quote}?${term}${quote}?${aside}(?:, [^,]{3,80},)? ${being} (?:usually |often |also |basically |essentially )?${indefinite}(?!\\p{Alpha})${noKind}`,
      "iu",
    ),
    pattern(`^${opening}${quote}?${term}${quote}?${aside} (?:is|are) ${bareKind}`, "iu"),
    // "A sailing is on time when …".
    pattern(
      `^(?:an?|the|any|each) (?:\\p{Alpha}+ ){1,3}(?:is|counts as|is (?:considered|deemed)(?: to be)?) (?:an? )?${quote}?${term}${quote}? (?:if|when|where)(?!\\p{Alpha})`,
      "iu",
    ),
    pattern(
      `(?<![\\p{Alpha}\\p{N}])${term} \\((?:short|an abbreviation|abbreviation|an acronym|abbreviated|kurz|abgekürzt|abréviation) (?:for|of|für|de)(?!\\p{Alpha})`,
    ),
  ];
  const identified = pattern(
    `^${opening}${quote}?${term}${quote}?${aside} (?:is|are) the \\p{Alpha}{3,20} (?:of|under|over|between|from|to|in|at|for|by|with|within|that|which|who|where|when)(?!\\p{Alpha})`,
    "iu",
  );
  const label = pattern(`^${quote}?${term}${quote}?${aside}$`, "iu");
  return { label, stated, entry, described, identified };
}

/** Returns a function that tests whether sentences and rows define a term. */
export function definitionOf({
  text,
  isDefinite,
  isExplicit,
}: Pick<AskedTerm, "text" | "isDefinite" | "isExplicit">): DefinesTerm {
  const isAcronym = /^\p{Uppercase}[\p{Uppercase}\p{N}&]{1,9}s?$/u.test(text);
  // Codes are only found in lists of what they mean.
  const isCode = onlyCode.test(text);
  const { label, stated, entry, described, identified } = definingForms(
    text,
    isAcronym ? "u" : "iu",
  );
  return (content, { heading, isRow }) => {
    const line = content.replace(/[^\S\t]+/gu, " ").trim();
    if (isQuestion(line)) return null;
    const inGlossary = glossaryHeading.test(heading ?? "");
    if (isRow) {
      const [first = "", ...rest] = line.split("\t");
      const texts = rest.filter((one) => one.trim() !== "");
      const count = texts.join(" ").match(/\p{Alpha}{2,}/gu)?.length ?? 0;
      if (!label.test(first.trim()) || count < 2) return null;
      if (inGlossary || isCode) return "stated";
      return texts.length === 1 && count >= 4 && !isDefinite ? "described" : null;
    }
    if (stated.some((form) => form.test(line))) return elsewhere.test(line) ? null : "stated";
    const [lead] = entry.exec(line) ?? [];
    if (lead !== undefined) {
      const rest = line.slice(lead.length);
      const count = rest.match(/\p{Alpha}{2,}/gu)?.length ?? 0;
      if ((inGlossary || isCode) && count >= 2) return "stated";
      const describes =
        /^(?:an?|any|the|eine?|der|die|das|une?|un|le|la|el|short for|abbreviation)\s/iu.test(rest);
      if ((describes || isExplicit) && count >= 3 && !isDefinite) return "described";
    }
    if (isDefinite) return null;
    if (described.some((form) => form.test(line))) return "described";
    // "The expected lifetime is the area under …" only says what it is if that is certainly asked.
    if (isExplicit && identified.test(line)) return "described";
    const isShort = isAcronym || (isExplicit && /^\p{Alpha}{2,6}$/u.test(text));
    return isShort && isExpanded(line, text) ? "described" : null;
  };
}

/** The pattern of a term in a text: with any white space or hyphens, in singular or plural. */
function termPattern(term: string): string {
  const words = term.split(/[\s-]+/u).map(literalSource);
  const last = words.length - 1;
  const ending = (word: string): string =>
    /\p{Alpha}{3}ies$/u.test(word)
      ? `${word.slice(0, -3)}(?:y|ies)`
      : /\p{Alpha}{2}s$/iu.test(word)
        ? `${word}?`
        : /\p{Alpha}{3}y$/u.test(word)
          ? `${word.slice(0, -1)}(?:y|ies)`
          : `${word}(?:e?s)?`;
  return words.map((word, at) => (at === last ? ending(word) : word)).join("[\\s-]{1,3}");
}

/** Words of an expanded abbreviation that contribute no letter to it. */
const smallWord =
  /^(?:of|the|and|for|in|on|to|a|an|und|der|die|das|für|de|du|des|la|le|et|y|del|per)$/iu;

/** Whether a text has an abbreviation next to its expansion: "polyfluoroalkyl substances (PS)". */
function isExpanded(line: string, acronym: string): boolean {
  // A last "s" may be that of the plural.
  const all = acronym.replace(/[^\p{Alpha}]/gu, "").toLowerCase();
  const expands = (words: string): boolean =>
    [all, all.replace(/s$/u, "")].some(
      (letters) => letters.length > 1 && hasInitials(words, letters),
    );
  const at = new RegExp(`\\(${quote}?${acronym}${quote}?\\)`, "u").exec(line);
  const before = at ? line.slice(0, at.index) : "";
  const inside = new RegExp(`(?<![\\p{Alpha}\\p{N}])${acronym} \\(([^()]{4,100})\\)`, "u").exec(
    line,
  )?.[1];
  return (at !== null && expands(before)) || (inside !== undefined && expands(inside));
}

/** Whether the initials of a text's last words are these letters. */
function hasInitials(text: string, letters: string): boolean {
  const words = text.match(/\p{Alpha}+/gu) ?? [];
  const initials = (all: readonly string[]): string =>
    all.map((word) => word[0]?.toLowerCase() ?? "").join("");
  const telling = words.filter((word) => !smallWord.test(word));
  return initials(telling).endsWith(letters) || initials(words).endsWith(letters);
}
