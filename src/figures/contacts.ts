/** What people are reached by, how it is asked for, and how it is written. */
const contacts: readonly (readonly [asked: RegExp, written: RegExp])[] = [
  [
    /(?<!\p{L})(?:(?:tele)?phone|mobile|cell|fax|hotline|emergency) numbers?(?!\p{L})|(?<!\p{L})(?:what|which) number (?:do|can|should|must|may) (?:i|we|you|one) (?:call|phone|ring|dial)|(?<!\p{L})(?:telefon|handy|fax)nummern?(?!\p{L})|numéros? de (?:téléphone|fax)|números? de (?:teléfono|fax)/iu,
    /(?<![\p{L}\p{N}])\+?\(?\d(?:[ ()./-]{0,3}\d){4,15}(?!\p{N})/u,
  ],
  [
    /(?<!\p{L})(?:what|which|whose|welche|was|quelle|cuál)(?!\p{L}).{0,60}(?<!\p{L})e-?mails?(?:[- ]?(?:address|adresse))?(?!\p{L})/iu,
    /[^\s@]@[^\s@]/u,
  ],
  [
    /(?<!\p{L})(?:what|which|welche|was|quelle?|cuál)(?!\p{L}).{0,60}(?<!\p{L})(?:web ?sites?|web addresse?s?|urls?|webseite|site web|página web)(?!\p{L})/iu,
    /(?:https?:|www\.|\p{L}\.(?:com|org|net|gov|edu|eu|de|fr|es|uk|example)(?!\p{L}))/iu,
  ],
];

/** How what a question asks for is written, where that is a telephone number or an address of the web; else null. */
export function contactAsked(question: string): RegExp | null {
  return contacts.find(([asked]) => asked.test(question))?.[1] ?? null;
}
