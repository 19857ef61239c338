import { type DocumentSummary, type FormatId, fileName, fold } from "../../core/index.js";
import { bareQuestion, isFormOf } from "../../figures/index.js";
import { type DocumentType, documentTypes } from "./document-types.js";

/**
 * The subject of a question about documents themselves:
 *
 * - `documents`: which documents there are.
 * - `pages`: how many pages a document has.
 * - `author`: who wrote it.
 * - `changed`: when it was last changed. `made`: when it was written.
 * - `title`: its title.
 * - `overview`: its contents in short.
 */
export type DocumentAspect =
  | "documents"
  | "pages"
  | "author"
  | "changed"
  | "made"
  | "title"
  | "overview";

export interface DocumentQuestion {
  readonly aspect: DocumentAspect;
  /** The words for the document that is meant; empty if the question is about all of them. */
  readonly which: string;
}

export type DocumentFilter =
  | { readonly by: "format"; readonly formats: readonly FormatId[] }
  | { readonly by: "author"; readonly name: string }
  | { readonly by: "type"; readonly type: DocumentType };

/** How documents are compared, and which end of the order is asked for. */
export interface DocumentExtreme {
  readonly by: "length" | "pages" | "day";
  readonly way: "highest" | "lowest";
}

const pageWord =
  "(?:pages?|slides?|sheets?|seiten|folien|blätter|diapositives?|páginas?|diapositivas?)";
const documentWord =
  "(?:documents?|files?|pdfs?|papers?|dokumente?n?|dateien|fichiers?|documentos?|archivos?)";

/** Forms of whole questions in four languages. The group matches the words for the document. */
const forms: readonly (readonly [aspect: DocumentAspect, form: RegExp])[] = [
  [
    "documents",
    new RegExp(
      `^(?:(?:what|which|how many) ${documentWord} (?:do (?:i|we|you) have|have (?:i|we|you)(?: added| got)?|did (?:i|we) add|are (?:there|here|loaded))|(?:please )?(?:list|show|name)(?: me)? (?:all |all of )?(?:my|the|our|these)? ?${documentWord}|(?:welche|wie viele) ${documentWord} (?:habe ich|haben wir|hast du|gibt es|sind (?:da|hier))|(?:quels|combien de) ${documentWord} (?:ai-je|avons-nous|as-tu|avez-vous|y a-t-il)|(?:qué|que|cuántos|cuantos) ${documentWord} (?:tengo|tenemos|tienes|hay))(?: here| in here| hier| ici| aquí)?()$`,
      "iu",
    ),
  ],
  [
    "pages",
    new RegExp(
      `^(?:how many ${pageWord} (?:long (?:is|are) |(?:has|have|does|do|are(?: there)? in|is|are) )(.+?)(?: have| got| contain)?|(?:what is |what’s |what's )?(?:the )?(?:number of ${pageWord}|page count) (?:in|of) (.+)|wie viele ${pageWord} (?:hat|haben|sind in|enthält|umfasst) (.+)|combien de ${pageWord} (?:a|compte|contient|comporte|fait|y a-t-il dans) (.+)|cuánt[oa]s ${pageWord} (?:tiene|hay en) (.+))$`,
      "iu",
    ),
  ],
  [
    "author",
    /^(?:who (?:wrote|authored|drafted|prepared|compiled|(?:is|was|are|were) the (?:authors?|writers?) of) (.+)|who(?:['’]s| is| was) (.+?) (?:written )?by|by whom (?:is|was) (.+?)(?: written)?|who['’]s the author of (.+)|(?:the )?authors? of (.+)|wer (?:hat|schrieb|verfasste) (.+?)(?: geschrieben| verfasst)?|wer ist (?:der|die) (?:autor(?:in)?|verfasser(?:in)?) (?:von |des |der )(.+)|von wem (?:ist|wurde|stammt) (.+?)(?: geschrieben| verfasst)?|qui a (?:écrit|rédigé) (.+)|qui est l['’]auteur(?:e)? (?:de |du |d['’])(.+)|quién(?:es)? (?:escribió|escribieron|redactó) (.+)|quién es el autor (?:de |del )(.+))$/iu,
  ],
  [
    "changed",
    /^(?:when (?:was|were) (.+?) (?:last )?(?:changed|modified|updated|saved|edited)|when did (?:i|we) (?:last )?(?:change|edit|update|save) (.+)|wann wurde (.+?) (?:zuletzt )?(?:geändert|gespeichert|bearbeitet|aktualisiert)|quand (.+?) a-t-(?:il|elle) été (?:modifiée?|mise? à jour|enregistrée?)|cuándo se (?:modificó|cambió|actualizó|guardó) (.+))$/iu,
  ],
  [
    "made",
    /^(?:(?:what(?: is|['’]s) )?(?:the |its )?date|(?:welches |das )?datum|(?:quelle est )?la date|(?:cuál es )?la fecha)$|^(?:when (?:was|were) (.+?) (?:first )?(?:created|written|made|drafted|prepared)|(?:what(?: is|['’]s) )?(?:the )?date of (.+)|wann wurde (.+?) (?:erstellt|geschrieben|verfasst|angelegt)|von wann ist (.+)|quand (.+?) a-t-(?:il|elle) été (?:créée?|écrite?|rédigée?)|de quand date (.+)|cuándo se (?:creó|escribió|redactó) (.+)|de cuándo es (.+))$/iu,
  ],
  [
    "title",
    /^(?:what(?: is|['’]s) the title of (.+)|wie (?:heißt|lautet) der titel (?:von |des |der )(.+)|quel est le titre (?:de |du )(.+)|cuál es el título (?:de |del )(.+))$/iu,
  ],
  [
    "overview",
    /^(?:(?:please )?(?:can|could|would) you )?(?:(?:please )?(?:summari[sz]e|sum up) (.+)|(?:please )?(?:(?:give|show) me )?(?:an? |the )?(?:(?:short|brief|quick) )?(?:summary|overview) of (.+)|what(?: is|'s|’s) (.+) (?:all )?about|(?:bitte )?fass(?:e|en sie)? (.+) zusammen|(?:eine? )?(?:kurze )?(?:zusammenfassung|übersicht) (?:von|über|zu) (.+)|worum geht es in (.+)|(?:résume[rz]?|fais un résumé de) (.+)|(?:un )?résumé (?:de |du )(.+)|de quoi parle (.+)|resume (.+)|(?:un )?resumen (?:de |del )(.+)|de qué trata (.+))$/iu,
  ],
];

/** Maximum number of letters by which the endings of a word in question and name may differ. */
const longestEnding = 3;

/** Longer questions ask for more than a fact about a document. */
const longestQuestion = 200;

function plainQuestion(question: string): string | null {
  return question.length > longestQuestion ? null : bareQuestion(question);
}

function groupIn(form: RegExp, text: string): string | null {
  const found = form.exec(text);
  return found ? (found.slice(1).find((group) => group !== undefined) ?? "") : null;
}

/** Reads a question about documents themselves: "How many pages does a.pdf have?"; else null. */
export function documentQuestion(question: string): DocumentQuestion | null {
  const text = plainQuestion(question);
  if (text === null) return null;
  for (const [aspect, form] of forms) {
    const which = groupIn(form, text);
    if (which !== null) return { aspect, which };
  }
  return null;
}

/** Forms of questions for documents of a kind. The group matches the kind. */
const kindForm = new RegExp(
  `^(?:(?:which|what|how many)(?: ones)?(?: of)?(?: my| the| these| our)? ${documentWord}(?: here)? (?:are|is|were)(?: written)?(?: an?)? (.+)|(?:which|what) of (?:these|them) (?:are|is)(?: an?)? (.+)|(?:what|which|how many) (.+?) (?:do (?:i|we) have|have (?:i|we)(?: got)?|are (?:there|here) among (?:my|the|these) ${documentWord})|(?:please )?(?:list|show)(?: me)? (?:all )?(?:of )?my (.+)|(?:welche|wie viele)(?: von)?(?: meiner?n?| der| den| diese[rn])? ${documentWord} (?:sind|ist)(?: eine?)? (.+)|(?:welche|wie viele) (.+?) (?:habe ich|haben wir)|(?:quels|lesquels|combien)(?: de| des)?(?: mes| ces)? ${documentWord} (?:sont)(?: des| de| d['’])? (.+)|(?:quels|quelles|combien de) (.+?) (?:ai-je|avons-nous)|(?:qué|cuáles|cuántos)(?: de)?(?: mis| los| estos)? ${documentWord} (?:son|están) (.+)|(?:qué|cuánt[oa]s) (.+?) (?:tengo|tenemos))$`,
  "iu",
);

const formatNames: readonly (readonly [name: RegExp, formats: readonly FormatId[]])[] = [
  [/^pdfs?(?:[ -](?:files?|documents?|dateien))?$|^fichiers pdf$|^archivos pdf$/iu, ["pdf"]],
  [/^(?:word|docx?)[ -](?:files?|documents?|dokumente|dateien)$|^word$/iu, ["docx"]],
  [
    /^(?:spreadsheets?|workbooks?|excel[ -]?(?:files?|sheets?|dateien|tabellen)|tabellenblätter|feuilles de calcul|hojas de cálculo)$/iu,
    ["xlsx", "ods", "csv"],
  ],
  [
    /^(?:presentations?|power ?points?|slide ?shows?|slide decks?|präsentationen|présentations|presentaciones)$/iu,
    ["pptx", "odp"],
  ],
  [/^(?:text|txt|textdateien)(?:[ -]files?)?$/iu, ["text"]],
  [/^markdown(?: files?)?$/iu, ["markdown"]],
  [/^(?:html|web) ?(?:files?|pages?)$|^webseiten$/iu, ["html"]],
  [/^csv(?: files?)?$/iu, ["csv"]],
  [/^e-?books?$|^epubs?$/iu, ["epub"]],
  [/^(?:images?|pictures?|photos?|bilder|images|imágenes)$/iu, ["image"]],
  [/^(?:e-?mails?|correos)$/iu, ["mail"]],
];

/** Reads a question for documents of a kind: "Which documents are contracts?"; null for others. */
export function documentFilter(question: string): DocumentFilter | null {
  const kind = groupIn(kindForm, plainQuestion(question) ?? "");
  if (kind === null) return null;
  const name = kind.replace(/^(?:the|any|all) /iu, "");
  const formats = formatNames.find(([form]) => form.test(name))?.[1];
  if (formats) return { by: "format", formats };
  const [, author = ""] = /^(?:by|von|de|por) (.+)$/iu.exec(name) ?? [];
  if (/^\p{Uppercase}/u.test(author)) return { by: "author", name: author };
  const type = documentTypes.find(({ asked }) => asked.test(name));
  return type ? { by: "type", type } : null;
}

const extremeForms: readonly (readonly [form: RegExp, extreme: DocumentExtreme])[] = (
  [
    ["longest|längste[ns]?|plus long|más largo", "length", "highest"],
    ["shortest|kürzeste[ns]?|plus court|más corto", "length", "lowest"],
    [
      "newest|latest|most recent|last (?:changed|modified|updated)|neu(?:e)?ste[ns]?|plus récent|más (?:reciente|nuevo)",
      "day",
      "highest",
    ],
    ["oldest|älteste[ns]?|plus ancien|plus vieux|más (?:antiguo|viejo)", "day", "lowest"],
  ] as const
).map(([words, by, way]) => [
  new RegExp(
    `^(?:(?:which|what)(?: of)?(?: my| the| these)? ${documentWord} (?:is|was)(?: the)? (?:${words})|(?:what|which)(?: is|['’]s) (?:my|the) (?:${words}) ${documentWord}|welche[sr]?(?: meiner| der)? (?:dokumente?|datei(?:en)?) ist (?:das |die |am )?(?:${words})|quel document est le (?:${words})|quel est (?:le|mon) document le (?:${words})|qué documento es el (?:${words})|cuál es (?:el|mi) documento (?:${words}))$`,
    "iu",
  ),
  { by, way },
]);
const pagesForm = new RegExp(
  `^(?:which|what)(?: of)?(?: my| the| these)? ${documentWord} has the (?:(most)|fewest) pages$|^welches dokument hat die (?:(meisten)|wenigsten) seiten$|^quel document a le (?:(plus)|moins) de pages$|^qué documento tiene (?:(más)|menos) páginas$`,
  "iu",
);

/** Reads a question for the longest, newest or oldest document; null for any other. */
export function documentExtreme(question: string): DocumentExtreme | null {
  const text = plainQuestion(question) ?? "";
  const most = groupIn(pagesForm, text);
  if (most !== null) return { by: "pages", way: most === "" ? "lowest" : "highest" };
  return extremeForms.find(([form]) => form.test(text))?.[1] ?? null;
}

/** Words for any document, which distinguish none unless its name contains them. */
const plainWords = new Set(
  "document documents doc file files pdf paper papers article report letter text one dokument datei bericht artikel brief fichier rapport texte documento archivo informe artículo texto carta filing byelaw byelaws bylaws ordinance regulations brochure flyer newsletter proposal review survey contract agreement lease manual guide handbook minutes leaflet policy notes story essay book presentation slides spreadsheet sheet email mail invoice memo transcript thesis vertrag mietvertrag handbuch anleitung protokoll rechnung präsentation contrat bail manuel facture notice contrato manual acta factura guía".split(
    " ",
  ),
);
/** Small words in between. A complete list for the language of a text would need a dictionary. */
const smallWords = new Set(
  "the this that these my our your its of in on for from by about with and to an is der die das den dem des dieses dieser diese ein eine mein meine von vom im zu über für la le les ce cet cette mon ma mes un une de du des en dans sur pour el los las este esta mi mis del sobre para".split(
    " ",
  ),
);
/** Words that refer to the document at hand. */
const pointing = /^(?:this|these|the|my|our|dies|der|die|das|mein|ce|cet|le|la|mon|est|el|mi)/iu;
/** Minimum share of the words for a document that its name or title must contain. */
const leastShare = 0.6;

/**
 * True if words mean a document rather than what it is about: "the lease" or "budget.pdf", but not
 * "the Scottish Parliament".
 */
export function namesDocument(which: string): boolean {
  return wordsOf(which).some((word) => plainWords.has(word)) || ending.test(which);
}

/** A file name extension. */
const ending = /\.\p{Alpha}[\p{Alpha}\p{N}]{1,4}(?=["“”'’»]?$)/u;

function wordsOf(which: string): readonly string[] {
  return (fold(which).match(/[\p{Alpha}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 1 && !smallWords.has(word),
  );
}

/**
 * The documents whose names or titles contain the most of the words for the document that is meant,
 * or else the only one whose first heading does. A single document need not be named. Empty if the
 * words may also be about the content of documents: "the treaty" is not a document just because one
 * mentions it.
 */
export function documentsMeant(
  which: string,
  documents: readonly DocumentSummary[],
): readonly DocumentSummary[] {
  const named = fold(which)
    .replace(/["“”„«»']/gu, "")
    .trim();
  const exact = documents.filter(({ path }) => fold(fileName(path)) === named);
  if (exact.length > 0) return exact;
  const words = wordsOf(which.replace(ending, ""));
  const telling = words.filter((word) => !plainWords.has(word));
  if (telling.length === 0) {
    if (!pointing.test(which)) return [];
    if (documents.length === 1) return documents;
    const called = documents.filter((document) => {
      const names = nameWords(document);
      return words.length > 0 && words.every((word) => names.has(word));
    });
    return called.length === 1 ? called : [];
  }
  const byName = documentsNamed(telling, words, documents, nameWords);
  if (byName.length > 0) return byName;
  const byHeading = documentsNamed(telling, words, documents, headingWords);
  return byHeading.length === 1 ? byHeading : [];
}

/** The documents with the most of the words, if they have enough of the distinctive ones. */
function documentsNamed(
  telling: readonly string[],
  words: readonly string[],
  documents: readonly DocumentSummary[],
  namesOf: (document: DocumentSummary) => ReadonlySet<string>,
): readonly DocumentSummary[] {
  const counts = documents.map((document) => {
    const names = namesOf(document);
    const held = telling.filter((word, at) => {
      const pairs = [`${telling[at - 1] ?? ""}${word}`, `${word}${telling[at + 1] ?? ""}`];
      return (
        pairs.some((pair) => names.has(pair)) ||
        [...names].some((name) => isFormOf(word, name, longestEnding))
      );
    });
    // Words for a kind of document decide between documents that contain all other words.
    const kinds = words.filter((word) => plainWords.has(word) && names.has(word));
    return held.length + kinds.length / (words.length + 1);
  });
  const best = Math.max(...counts);
  if (Math.floor(best) < leastShare * telling.length) return [];
  return documents.filter((_, at) => counts[at] === best);
}

function nameWords({ path, metadata: { title } }: DocumentSummary): ReadonlySet<string> {
  const name = fileName(path).replace(/\.[^.]*$/u, "");
  return distinctWords(`${name} ${title ?? ""}`);
}

function headingWords({ heading }: DocumentSummary): ReadonlySet<string> {
  return distinctWords(heading ?? "");
}

/** The words and numbers of a text, folded. */
function distinctWords(text: string): ReadonlySet<string> {
  return new Set(fold(text).match(/\p{Alpha}+|\p{N}+/gu) ?? []);
}
