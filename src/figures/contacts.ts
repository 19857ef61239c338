/** Ways to reach people, and signatures, each as questions ask for it and as texts write it. */
const contacts: readonly (readonly [asked: RegExp, written: RegExp])[] = [
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:(?:tele)?phone|mobile|cell|fax|hotline|emergency) numbers?(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:what|which) number (?:do|can|should|must|may) (?:i|we|you|one) (?:call|phone|ring|dial)|(?<![a-zß-ɏḀ-ỿ])(?:telefon|handy|fax)nummern?(?![a-zß-ɏḀ-ỿ])|numéros? de (?:téléphone|fax)|números? de (?:teléfono|fax)/iu,
    // Not a date: "2025-03-02", "2.3.2025".
    /(?<![\p{Alpha}\p{N}]|\p{N}[./-])(?!\d{4}-\d\d-\d\d(?!\d)|\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d))\+?\(?\d(?:[ ()./-]{0,3}\d){5,15}(?!\p{N})/u,
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:what|which|whose|welche|was|quelle|cuál)(?![a-zß-ɏḀ-ỿ]).{0,60}(?<![a-zß-ɏḀ-ỿ])e-?mails?(?:[- ]?(?:address|adresse))?(?![a-zß-ɏḀ-ỿ])/iu,
    /[^\s@]@[^\s@]/u,
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:what|which|welche|was|quelle?|cuál)(?![a-zß-ɏḀ-ỿ]).{0,60}(?<![a-zß-ɏḀ-ỿ])(?:web ?sites?|web addresse?s?|urls?|webseite|site web|página web)(?![a-zß-ɏḀ-ỿ])/iu,
    /(?:https?:|www\.|\p{Alpha}\.(?:com|org|net|gov|edu|eu|de|fr|es|uk|example)(?![a-zß-ɏḀ-ỿ]))/iu,
  ],
  [
    /^(?:who|wer|qui|quién(?:es)?) (?:(?:has|have|hat|haben|a|ont|ha|han) )?(?:co-?)?(?:signed|unterschrieben|unterzeichnet|signé|firmado|unterschrieb(?:en)?|unterzeichnete[n]?|firm(?:ó|aron))(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:by whom|von wem|par qui|por quién).{1,60}(?<![a-zß-ɏḀ-ỿ])(?:signed|unterschrieben|unterzeichnet|signée?|firmad[oa])(?![a-zß-ɏḀ-ỿ])/iu,
    /(?<![\p{Alpha}\p{N}/])\/?s\/ ?\p{Uppercase}|(?:^|\s)(?:By|Name|Per|Signed|Signature|Unterschrift|Signé|Firma(?:do)?)(?: by)?: ?\p{Uppercase}\p{Alpha}|(?<!\p{Alpha})(?:signed|executed|unterzeichnet|unterschrieben|signée?|firmad[oa]) (?:\p{Lowercase}+ ){0,3}(?:by|von|par|por) (?:\p{Lowercase}+ ){0,2}\p{Uppercase}|(?<![\p{Alpha}.’'-])\p{Uppercase}[\p{Alpha}.’'-]{0,30},? (?:(?:has|have|had|also|then|later|finally|first|hat|haben|a|ont|ha|han) ){0,2}(?:signed|unterzeichne\p{Alpha}+|unterschr\p{Alpha}+|sign(?:a|é|èrent)|firm(?:ó|aron|ado))(?!\p{Alpha})|(?<!\p{Alpha})signator(?:y|ies)(?!\p{Alpha})/u,
  ],
];

/** Words for phone numbers and addresses, which texts leave out or shorten: "Tel. 030 1234567". */
const contactWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:(?:tele)?phone|(?:telefon|handy|fax)nummern?|téléphone|teléfono|e-?mail-?adress?en?|e-?mails?)(?![a-zß-ɏḀ-ỿ])/giu;

/** The words of a question for a phone number or address that only ask for it. */
export function contactWordsIn(question: string): string[] {
  return contactPattern(question) === null ? [] : (question.match(contactWords) ?? []);
}

/** Matches the phone number, address or signature that a question asks for; null if none. */
export function contactPattern(question: string): RegExp | null {
  return contacts.find(([pattern]) => pattern.test(question))?.[1] ?? null;
}
