import type { DocumentDay } from "../../core/index.js";

/** The languages of the questions about documents that are recognised. */
type SentenceLanguage = "en" | "de" | "fr" | "es";

type Noun = "page" | "slide" | "sheet" | "part" | "word" | "document" | "heading";

/** How documents are compared: by length or by day, and which end of the order is asked for. */
export type DocumentRank = "longest" | "shortest" | "newest" | "oldest";

/** The sentences of answers about documents, in one language. */
interface Sentences {
  /** Singular and plural. */
  readonly nouns: Readonly<Record<Noun, readonly [one: string, more: string]>>;
  readonly colon: string;
  /** "12 of 40 documents". */
  ofDocuments(found: string, documents: string): string;
  overview(name: string, facts: string): string;
  by(author: string): string;
  dated(day: string, from: DocumentDay["from"]): string;
  moreHeadings(headings: string, isOne: boolean): string;
  /** Says that only the first documents of a list follow. */
  firstListed(most: number): string;
  noneOfFormat(documents: string, isOne: boolean, formats: string): string;
  /** By what documents were found to be of a kind. */
  readonly foundBy: Readonly<Record<"type" | "author", string>>;
  readonly ranks: Readonly<Record<DocumentRank, string>>;
  ranked(path: string, rank: string, tied: number, documents: string): string;
  leftOut(documents: string, lacking: "day" | "pages"): string;
  has(path: string, extent: string): string;
  /** Says how many words a text without pages has. */
  hasNoPages(path: string, words: string): string;
  author(path: string, author: string): string;
  changed(path: string, day: string, from: DocumentDay["from"]): string;
  changedOnly(path: string, day: string): string;
  made(path: string, day: string): string;
  title(path: string, title: string): string;
  dayGiven(path: string, day: string, line: string): string;
  authorGiven(path: string, author: string, where: "beginning" | "end", line: string): string;
}

const english: Sentences = {
  nouns: {
    page: ["page", "pages"],
    slide: ["slide", "slides"],
    sheet: ["sheet", "sheets"],
    part: ["part", "parts"],
    word: ["word", "words"],
    document: ["document", "documents"],
    heading: ["more heading", "more headings"],
  },
  colon: ":",
  ofDocuments: (found, documents) => `${found} of ${documents}`,
  overview: (name, facts) => `Overview of ${name}, ${facts}:`,
  by: (author) => `by ${author}`,
  dated: (day, from) => `${from === "document" ? "dated" : "last changed on"} ${day}`,
  moreHeadings: (headings) => `${headings} follow.`,
  firstListed: (most) => `, of which the first ${most} are`,
  noneOfFormat: (documents, _isOne, formats) => `None of ${documents} is of the format ${formats}.`,
  foundBy: { type: ", by name, title or first line", author: ", by their properties" },
  ranks: { longest: "longest", shortest: "shortest", newest: "newest", oldest: "oldest" },
  ranked: (path, rank, tied, documents) =>
    `${path} is ${tied > 1 ? `one of the ${tied} ${rank}` : `the ${rank}`} of ${documents}`,
  leftOut: (documents, lacking) =>
    `${documents} without ${lacking === "day" ? "a date" : "pages"} left out`,
  has: (path, extent) => `${path} has ${extent}.`,
  hasNoPages: (path, words) => `${path} has no pages, but ${words}.`,
  author: (path, author) => `The properties of ${path} name ${author} as its author.`,
  changed: (path, day, from) =>
    from === "document"
      ? `The properties of ${path} give ${day} as the day it was last changed.`
      : `The file ${path} was last changed on ${day}.`,
  changedOnly: (path, day) =>
    `The properties of ${path} give only the day it was last changed: ${day}.`,
  made: (path, day) => `The properties of ${path} give ${day} as the day it was made.`,
  title: (path, title) => `The title of ${path} is “${title}”.`,
  dayGiven: (path, day, line) => `${path} gives ${day} at its beginning: “${line}”.`,
  authorGiven: (path, author, where, line) => `${path} names ${author} at its ${where}: “${line}”.`,
};

const german: Sentences = {
  nouns: {
    page: ["Seite", "Seiten"],
    slide: ["Folie", "Folien"],
    sheet: ["Tabellenblatt", "Tabellenblätter"],
    part: ["Teil", "Teile"],
    word: ["Wort", "Wörter"],
    document: ["Dokument", "Dokumente"],
    heading: ["weitere Überschrift", "weitere Überschriften"],
  },
  colon: ":",
  ofDocuments: (found, documents) => `${found} von ${dative(documents)}`,
  overview: (name, facts) => `Überblick über ${name}, ${facts}:`,
  by: (author) => `von ${author}`,
  dated: (day, from) => `${from === "document" ? "vom" : "zuletzt geändert am"} ${day}`,
  moreHeadings: (headings, isOne) => `${headings} ${isOne ? "folgt" : "folgen"}.`,
  firstListed: (most) => `, davon die ersten ${most}`,
  noneOfFormat: (documents, _isOne, formats) =>
    `Keines von ${dative(documents)} hat das Format ${formats}.`,
  foundBy: {
    type: ", nach Name, Titel oder erster Zeile",
    author: ", nach ihren Eigenschaften",
  },
  ranks: { longest: "längste", shortest: "kürzeste", newest: "neueste", oldest: "älteste" },
  ranked: (path, rank, tied, documents) =>
    `${path} ist ${tied > 1 ? `eines der ${tied} ${rank}n` : `das ${rank}`} von ${dative(documents)}`,
  leftOut: (documents, lacking) =>
    `ohne ${documents}, die ${lacking === "day" ? "kein Datum" : "keine Seiten"} haben`,
  has: (path, extent) => `${path} hat ${extent}.`,
  hasNoPages: (path, words) => `${path} hat keine Seiten, sondern ${words}.`,
  author: (path, author) => `Als Verfasser von ${path} nennen die Eigenschaften ${author}.`,
  changed: (path, day, from) =>
    from === "document"
      ? `Laut den Eigenschaften wurde ${path} zuletzt am ${day} geändert.`
      : `Die Datei ${path} wurde zuletzt am ${day} geändert.`,
  changedOnly: (path, day) =>
    `Die Eigenschaften von ${path} nennen nur den Tag der letzten Änderung: ${day}.`,
  made: (path, day) => `Laut den Eigenschaften wurde ${path} am ${day} erstellt.`,
  title: (path, title) => `Der Titel von ${path} ist „${title}“.`,
  dayGiven: (path, day, line) => `${path} nennt am Anfang ${day}: „${line}“.`,
  authorGiven: (path, author, where, line) =>
    `${path} nennt ${where === "beginning" ? "am Anfang" : "am Ende"} ${author}: „${line}“.`,
};

const french: Sentences = {
  nouns: {
    page: ["page", "pages"],
    slide: ["diapositive", "diapositives"],
    sheet: ["feuille", "feuilles"],
    part: ["partie", "parties"],
    word: ["mot", "mots"],
    document: ["document", "documents"],
    heading: ["autre titre", "autres titres"],
  },
  colon: " :",
  ofDocuments: (found, documents) => `${found} sur ${documents}`,
  overview: (name, facts) => `Aperçu de ${name}, ${facts} :`,
  by: (author) => `par ${author}`,
  dated: (day, from) => `${from === "document" ? "daté du" : "modifié le"} ${day}`,
  moreHeadings: (headings, isOne) => `${headings} ${isOne ? "suit" : "suivent"}.`,
  firstListed: (most) => `, dont voici les ${most} premiers`,
  noneOfFormat: (documents, isOne, formats) =>
    isOne
      ? `Le seul document n’est pas au format ${formats}.`
      : `Aucun des ${documents} n’est au format ${formats}.`,
  foundBy: {
    type: ", d’après le nom, le titre ou la première ligne",
    author: ", d’après leurs propriétés",
  },
  ranks: {
    longest: "plus long",
    shortest: "plus court",
    newest: "plus récent",
    oldest: "plus ancien",
  },
  ranked: (path, rank, tied, documents) =>
    `${path} est ${tied > 1 ? `l’un des ${tied} ${rank.replace(/ (\p{Alpha}+)$/u, " $1s")}` : `le ${rank}`} de ${documents}`,
  leftOut: (documents, lacking) => `sans ${documents} sans ${lacking === "day" ? "date" : "pages"}`,
  has: (path, extent) => `${path} compte ${extent}.`,
  hasNoPages: (path, words) => `${path} n’a pas de pages, mais ${words}.`,
  author: (path, author) => `Les propriétés de ${path} nomment ${author} comme auteur.`,
  changed: (path, day, from) =>
    from === "document"
      ? `Selon ses propriétés, ${path} a été modifié pour la dernière fois le ${day}.`
      : `Le fichier ${path} a été modifié pour la dernière fois le ${day}.`,
  changedOnly: (path, day) =>
    `Les propriétés de ${path} ne donnent que le jour de la dernière modification : ${day}.`,
  made: (path, day) => `Selon ses propriétés, ${path} a été créé le ${day}.`,
  title: (path, title) => `Le titre de ${path} est « ${title} ».`,
  dayGiven: (path, day, line) => `${path} donne au début ${day} : « ${line} ».`,
  authorGiven: (path, author, where, line) =>
    `${path} nomme ${where === "beginning" ? "au début" : "à la fin"} ${author} : « ${line} ».`,
};

const spanish: Sentences = {
  nouns: {
    page: ["página", "páginas"],
    slide: ["diapositiva", "diapositivas"],
    sheet: ["hoja", "hojas"],
    part: ["parte", "partes"],
    word: ["palabra", "palabras"],
    document: ["documento", "documentos"],
    heading: ["título más", "títulos más"],
  },
  colon: ":",
  ofDocuments: (found, documents) => `${found} de ${documents}`,
  overview: (name, facts) => `Resumen de ${name}, ${facts}:`,
  by: (author) => `de ${author}`,
  dated: (day, from) => `${from === "document" ? "con fecha del" : "modificado el"} ${day}`,
  moreHeadings: (headings, isOne) => `${isOne ? "Sigue" : "Siguen"} ${headings}.`,
  firstListed: (most) => `, de los que estos son los primeros ${most}`,
  noneOfFormat: (documents, isOne, formats) =>
    isOne
      ? `El único documento no tiene el formato ${formats}.`
      : `Ninguno de los ${documents} tiene el formato ${formats}.`,
  foundBy: {
    type: ", según el nombre, el título o la primera línea",
    author: ", según sus propiedades",
  },
  ranks: {
    longest: "más largo",
    shortest: "más corto",
    newest: "más reciente",
    oldest: "más antiguo",
  },
  ranked: (path, rank, tied, documents) =>
    `${path} es ${tied > 1 ? `uno de los ${tied} ${rank}s` : `el ${rank}`} de ${documents}`,
  leftOut: (documents, lacking) =>
    `sin ${documents} sin ${lacking === "day" ? "fecha" : "páginas"}`,
  has: (path, extent) => `${path} tiene ${extent}.`,
  hasNoPages: (path, words) => `${path} no tiene páginas, sino ${words}.`,
  author: (path, author) => `Las propiedades de ${path} indican a ${author} como autor.`,
  changed: (path, day, from) =>
    from === "document"
      ? `Según sus propiedades, ${path} se modificó por última vez el ${day}.`
      : `El archivo ${path} se modificó por última vez el ${day}.`,
  changedOnly: (path, day) =>
    `Las propiedades de ${path} solo indican el día de la última modificación: ${day}.`,
  made: (path, day) => `Según sus propiedades, ${path} se creó el ${day}.`,
  title: (path, title) => `El título de ${path} es «${title}».`,
  dayGiven: (path, day, line) => `${path} indica al principio ${day}: «${line}».`,
  authorGiven: (path, author, where, line) =>
    `${path} nombra ${where === "beginning" ? "al principio" : "al final"} a ${author}: «${line}».`,
};

/** "40 Dokumenten", after "von". */
function dative(documents: string): string {
  return documents.replace(/Dokumente$/u, "Dokumenten");
}

const languages: Readonly<Record<SentenceLanguage, Sentences>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** Words of the questions about documents that only one language has. */
const asksIn: readonly (readonly [language: SentenceLanguage, words: RegExp])[] = [
  [
    "de",
    /^(?:wie|wer|wann|welche[rsn]?|welches|von (?:wem|wann)|worum|(?:bitte )?fass(?:en?)?|eine? (?:kurze )?(?:zusammenfassung|übersicht)|zusammenfassung|übersicht|das datum|datum)(?![a-zß-ɏḀ-ỿ])/iu,
  ],
  [
    "fr",
    /^(?:combien|quels?|quelles?|lesquels|qui|quand|de (?:quand date|quoi)|résume[rz]?|fais|un résumé|résumé|la date)(?![a-zß-ɏḀ-ỿ])/iu,
  ],
  [
    "es",
    /^(?:cuánt[oa]s?|cuant[oa]s|qué|que|quién(?:es)?|cuándo|cuál(?:es)?|resume|un resumen|resumen|de (?:qué|cuándo)|la fecha)(?![a-zß-ɏḀ-ỿ])/iu,
  ],
];

/** The sentences of answers about documents in the language of a question. */
export class DocumentSentences {
  readonly language: SentenceLanguage;
  readonly say: Sentences;

  /** @param question without signs around it */
  constructor(question: string) {
    this.language = asksIn.find(([, words]) => words.test(question))?.[0] ?? "en";
    this.say = languages[this.language];
  }

  /** "1,200 pages". */
  counted(count: number, thing: Noun): string {
    const [one, more] = this.say.nouns[thing];
    return `${count.toLocaleString(this.language)} ${count === 1 ? one : more}`;
  }

  /** A day as people write it: "Mar 1, 2024", where English dates have the form of the locale. */
  day({ day }: { readonly day: string }): string {
    return new Date(day).toLocaleDateString(this.language === "en" ? [] : this.language, {
      dateStyle: this.language === "en" ? "medium" : "long",
      timeZone: "UTC",
    });
  }
}
