import { askMessages } from "./english/ask.js";
import { documentsMessages } from "./english/documents.js";
import type { engineWords } from "./english/engines.js";
import type { panelWords } from "./english/panels.js";
import { searchMessages } from "./english/search.js";
import { common, errors, frame, privacy, told, widget } from "./english/shell.js";
import type { toolWords } from "./english/tools.js";
import type { viewerWords } from "./english/viewer.js";

/** The English messages as they are written, from which the names to fill in are known. */
export type English = typeof askMessages &
  typeof common &
  typeof documentsMessages &
  typeof engineWords &
  typeof errors &
  typeof frame &
  typeof panelWords &
  typeof privacy &
  typeof searchMessages &
  typeof told &
  typeof toolWords &
  typeof viewerWords &
  typeof widget;

/** Names a message. */
export type StringKey = keyof English;

/** All messages in one language. */
export type StringTable = { readonly [Key in StringKey]: Message };

/** Words that come with what shows them. */
type Late = typeof engineWords & typeof panelWords & typeof toolWords & typeof viewerWords;

const first: Omit<English, keyof Late> = {
  ...askMessages,
  ...common,
  ...documentsMessages,
  ...errors,
  ...frame,
  ...privacy,
  ...searchMessages,
  ...told,
  ...widget,
};

/**
 * Every word of the interface in English; the other languages have the same keys. Words of panels
 * are missing until what shows them has added them: a page is shown sooner without.
 */
export const english: English = first as English;

/** Adds words of what is fetched when it is first shown. */
export function addEnglish(words: Partial<English>): void {
  Object.assign(english, words);
}

/** A sentence or label with `{names}` to be filled in, in the forms that a language has for a `count`. */
export type Message = string | PluralForms;

/** The forms of a message by `Intl.PluralRules` category of its `{count}`. */
export type PluralForms = { readonly [Form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** Messages by key. */
export type MessageTable = Readonly<Record<string, Message>>;

/** The names to be filled in. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type TextOf<One> = One extends string
  ? One
  : One extends { readonly other: infer Other extends string }
    ? Other
    : never;

/** The names that a message wants to be filled in; `count` decides its form. */
export type NamesOf<One> = Names<TextOf<One>> | (One extends string ? never : "count");

/** What is filled in: numbers are written as the language writes them. */
export type Fillings<Name extends string> = {
  readonly [One in Name]: One extends "count" ? number : string | number;
};

/** A message cut at its `{names}`: texts at even places, names at odd ones. */
export function cut(text: string): string[] {
  return text.split(/\{([a-zA-Z]+)\}/);
}

/** The text of a message in the form that suits. */
export function formOf(message: Message, rules: Intl.PluralRules, count: unknown): string {
  if (typeof message === "string") return message;
  const form = typeof count === "number" ? rules.select(count) : "other";
  return message[form] ?? message.other;
}
