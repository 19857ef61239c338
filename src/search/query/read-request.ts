import type { Language } from "../../core/document.js";
import { fold } from "../text/fold.js";
import { type QueryWord, queryWordsOf } from "./query-words.js";

/** Wishes of a request that are looked for one by one, at most; what comes after them counts with the whole. */
const mostClauses = 12;
/** The end of a sentence, with what closes it. A full stop after which no sentence begins may be an abbreviation's. */
const sentenceEnd =
  /(?<=[!?;][”"'’)»]*)\s+|(?<=\.[”"'’)»]*)\s+(?=[\p{Lu}\p{Lo}\p{N}“"'‘(«])|(?<=[。！？；])\s*|\s*[\n\r]+\s*(?:[-*•]\s+|\p{N}{1,2}[.)]\s+)?/u;
/** What joins a second wish to a first one, in the languages of the interface. */
const andAlso =
  /,?\s+(?:and(?: then| also| finally)|then also|as well as|und (?:dann|auch|außerdem)|sowie|et (?:puis|aussi|ensuite)|ainsi que|y (?:también|luego|después)|así como)\s+/iu;

/**
 * The parts of a request that may each ask for another tool: its sentences, and what "and also" joins.
 * None where there is but one.
 */
export function clausesOf(request: string): readonly string[] {
  const clauses = request
    .split(sentenceEnd)
    .flatMap((sentence) => sentence.split(andAlso))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  return clauses.length < 2 ? [] : clauses.slice(0, mostClauses);
}

/**
 * Words that only say that something is asked for, and of whom, in the languages of the interface that
 * part their words: "I would like you to help me find …". Folded.
 */
const requestWords: ReadonlySet<string> = new Set(
  [
    // English
    "able additionally after also assist assistance can could finally find furthermore get give help i'd i'm interested kindly know lastly let like look looking me moreover need next please provide show tell thank thanks then want wanted wish would",
    // German
    "bitte brauche danach danke dann finde finden gerne gib helfen hilf hilfe kann kannst konnen konntest konnten mochte mochten nenne suche suchen sag sage wissen will wunsche wurde wurden zeig zeige zudem schliesslich ausserdem",
    // French
    "aide aider aimerais ainsi besoin cherche chercher desire donne donner enfin ensuite fournir merci montre montrer peux peut plait pouvez pourrais pourriez puis savoir souhaite trouve trouver veux voudrais",
    // Spanish
    "ademas ayuda ayudar ayudame busca buscar busco dame decir deseo despues encontrar encuentra favor finalmente gracias gustaria luego muestra mostrar necesito puede puedes podria podrias quiero quisiera saber",
  ]
    .join(" ")
    .split(" "),
);

/**
 * The words of a request that tell what it is about, each term once. A request of nothing but
 * grammar and "find me" is taken by all of its words.
 */
export function tellingWords(text: string, languages: ReadonlySet<Language>): readonly QueryWord[] {
  const words = queryWordsOf(text, languages);
  const lexical = words.filter((word) => !word.isFunctionWord);
  const telling = lexical.filter(
    ({ text: word }) => !requestWords.has(fold(word).replace("’", "'")),
  );
  const chosen = [telling, lexical].find((some) => some.length > 0) ?? words;
  const seen = new Set<string>();
  return chosen.filter(({ terms: [first = ""] }) => !seen.has(first) && seen.add(first));
}
