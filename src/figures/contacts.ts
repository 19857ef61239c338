/** Ways to reach people, and signatures, each as questions ask for it and as texts write it. */
const contacts: readonly (readonly [asked: RegExp, written: RegExp])[] = [
  [
    /(?<!\p{L})(?:(?:tele)?phone|mobile|cell|fax|hotline|emergency) numbers?(?!\p{L})|(?<!\p{L})(?:what|which) number (?:do|can|should|must|may) (?:i|we|you|one) (?:call|phone|ring|dial)|(?<!\p{L})(?:telefon|handy|fax)nummern?(?!\p{L})|numéros? de (?:téléphone|fax)|números? de (?:teléfono|fax)/iu,
    // Not a date: "2025-03-02", "2.3.2025".
    /(?<![\p{L}\p{N}]|\p{N}[./-])(?!\d{4}-\d\d-\d\d(?!\d)|\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d))\+?\(?\d(?:[ ()./-]{0,3}\d){4,15}(?!\p{N})/u,
  ],
  [
    /(?<!\p{L})(?:what|which|whose|welche|was|quelle|cuál)(?!\p{L}).{0,60}(?<!\p{L})e-?mails?(?:[- ]?(?:address|adresse))?(?!\p{L})/iu,
    /[^\s@]@[^\s@]/u,
  ],
  [
    /(?<!\p{L})(?:what|which|welche|was|quelle?|cuál)(?!\p{L}).{0,60}(?<!\p{L})(?:web ?sites?|web addresse?s?|urls?|webseite|site web|página web)(?!\p{L})/iu,
    /(?:https?:|www\.|\p{L}\.(?:com|org|net|gov|edu|eu|de|fr|es|uk|example)(?!\p{L}))/iu,
  ],
  [
    /^(?:who|wer|qui|quién(?:es)?) (?:(?:has|have|hat|haben|a|ont|ha|han) )?(?:co-?)?(?:signed|unterschrieben|unterzeichnet|signé|firmado|unterschrieb(?:en)?|unterzeichnete[n]?|firm(?:ó|aron))(?!\p{L})|(?<!\p{L})(?:by whom|von wem|par qui|por quién).{1,60}(?<!\p{L})(?:signed|unterschrieben|unterzeichnet|signée?|firmad[oa])(?!\p{L})/iu,
    /(?<![\p{L}\p{N}/])\/?s\/ ?\p{Lu}|(?:^|\s)(?:By|Name|Per|Signed|Signature|Unterschrift|Signé|Firma(?:do)?)(?: by)?: ?\p{Lu}\p{L}|(?<!\p{L})(?:signed|executed|unterzeichnet|unterschrieben|signée?|firmad[oa]) (?:\p{Ll}+ ){0,3}(?:by|von|par|por) (?:\p{Ll}+ ){0,2}\p{Lu}|(?<![\p{L}.’'-])\p{Lu}[\p{L}.’'-]{0,30},? (?:(?:has|have|had|also|then|later|finally|first|hat|haben|a|ont|ha|han) ){0,2}(?:signed|unterzeichne\p{L}+|unterschr\p{L}+|sign(?:a|é|èrent)|firm(?:ó|aron|ado))(?!\p{L})|(?<!\p{L})signator(?:y|ies)(?!\p{L})/u,
  ],
];

/** Words for phone numbers and addresses, which texts leave out or shorten: "Tel. 030 1234567". */
const contactWords =
  /(?<!\p{L})(?:(?:tele)?phone|(?:telefon|handy|fax)nummern?|téléphone|teléfono|e-?mail-?adress?en?|e-?mails?)(?!\p{L})/giu;

/** The words of a question for a phone number or address that only ask for it. */
export function contactWordsIn(question: string): string[] {
  return contactPattern(question) === null ? [] : (question.match(contactWords) ?? []);
}

/** Matches the phone number, address or signature that a question asks for; null if none. */
export function contactPattern(question: string): RegExp | null {
  return contacts.find(([pattern]) => pattern.test(question))?.[1] ?? null;
}
