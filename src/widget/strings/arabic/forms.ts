/** The six forms that Arabic counts in, all of them. */
export type SixForms = { readonly [Form in Intl.LDMLPluralRule]: string };

/** Something counted: as the subject of a sentence, and where a word before it governs it. */
export interface Counted {
  readonly subject: SixForms;
  readonly governed: SixForms;
}

/** A noun as it stands with a number. */
export interface Noun {
  /** One of it, in words. */
  readonly one: string;
  /** Two of it, as a subject and as governed; the dual says the number by itself. */
  readonly two: readonly [subject: string, governed: string];
  /** After three to ten, and after "no". */
  readonly few: string;
  /** After eleven to ninety-nine. */
  readonly many: string;
  /** After hundreds. */
  readonly other: string;
}

/** A noun with its number. */
export function counted(noun: Noun): Counted {
  const forms = {
    one: noun.one,
    few: `{count} ${noun.few}`,
    many: `{count} ${noun.many}`,
    other: `{count} ${noun.other}`,
  };
  return {
    subject: { ...forms, zero: `لا ${noun.few}`, two: noun.two[0] },
    governed: { ...forms, zero: `{count} ${noun.other}`, two: noun.two[1] },
  };
}

/** A message that differs for one, for two and for any other number only. */
export function oneTwoMore(one: string, two: string, more: string): SixForms {
  return { zero: more, one, two, few: more, many: more, other: more };
}

/** A sentence around something counted, in each of its forms. */
export function phrase(forms: SixForms, sentence: (something: string) => string): SixForms {
  return {
    zero: sentence(forms.zero),
    one: sentence(forms.one),
    two: sentence(forms.two),
    few: sentence(forms.few),
    many: sentence(forms.many),
    other: sentence(forms.other),
  };
}
