import type { Words } from "../strings/words.js";

/** A form that can be typed, the part of it a reader replaces, and what it does. */
export interface SearchExample {
  readonly form: string;
  readonly part: string;
  readonly meaning: string;
}

/** What a search by words can say. */
export function wordExamples(words: Words): SearchExample[] {
  return [
    ...(["phrase", "without", "either", "begin", "document"] as const).map((name) => ({
      form: words.t(`search.help.${name}.form`),
      part: words.t(`search.help.${name}.part`),
      meaning: words.t(`search.help.${name}`),
    })),
    { form: "type:pdf", part: "pdf", meaning: words.t("search.help.type") },
    { form: "page:3-7", part: "3-7", meaning: words.t("search.help.page") },
  ];
}

/** What a pattern can say. */
export function patternExamples(words: Words): SearchExample[] {
  const digits = String.raw`\d{4}`;
  const names = ["alternatives", "between", "optional", "wordStart", "lineStart"] as const;
  return [
    { form: digits, part: digits, meaning: words.t("search.help.digits") },
    ...names.map((name) => {
      const form = words.t(`search.help.${name}.form`);
      return { form, part: form, meaning: words.t(`search.help.${name}`) };
    }),
  ];
}
