import { describe, expect, test } from "vitest";
import { gridWords } from "../../../../src/element/i18n/english/grid.js";
import { listWords } from "../../../../src/element/i18n/english/list.js";
import { notebookWords } from "../../../../src/element/i18n/english/notebooks.js";
import { noteWords } from "../../../../src/element/i18n/english/notes.js";
import { panelWords } from "../../../../src/element/i18n/english/panels.js";
import { paneWords } from "../../../../src/element/i18n/english/panes.js";
import { viewerWords } from "../../../../src/element/i18n/english/viewer.js";
import {
  addEnglish,
  cut,
  english,
  type Message,
  type MessageTable,
} from "../../../../src/element/i18n/english.js";
import { languages } from "../../../../src/element/i18n/languages.js";

const files = import.meta.glob<MessageTable>("../../../../src/element/i18n/*.json", {
  eager: true,
  import: "default",
});

interface Language {
  readonly tag: string;
  readonly table: MessageTable;
}

const translated: readonly Language[] = Object.entries(files).map(([path, table]) => ({
  tag: /(\w+)\.json$/.exec(path)?.[1] ?? "",
  table,
}));

/** Words that are the same in every language: names, keys, unit symbols, search syntax. */
const everywhere = ["pagehound", "ctrl", "alt", "shift", "min", "s", "doc"];

/**
 * Words that a language shares with English. A message consisting only of these may be the same.
 */
const shared: Readonly<Record<string, readonly string[]>> = {
  de: ["name"],
  fr: [
    ...["conversation", "conversations", "document", "documents", "message", "messages", "note"],
    ...[
      "notes",
      "page",
      "pages",
      "passages",
      "pause",
      "question",
      "questions",
      "section",
      "sections",
    ],
    ...["site", "source", "sources", "tokens", "total"],
  ],
  es: ["no", "tokens", "total"],
};

/** Messages never used for zero, so that the singular form need not contain its count. */
const neverOfNone: ReadonlySet<string> = new Set([
  "documents.partial.allPages",
  "widget.notices.show",
  "offers.differs",
]);

/** What is typed into the search box is written in search syntax. */
const typed = /^search\.help\.\w+\.form$/;

/** The texts of a message by plural form; a plain text is for any. */
function forms(message: Message): [string, string][] {
  return typeof message === "string" ? [["other", message]] : Object.entries(message);
}

function placeholders(text: string): string[] {
  return cut(text)
    .filter((_, index) => index % 2 === 1)
    .sort();
}

addEnglish({
  ...gridWords,
  ...listWords,
  ...notebookWords,
  ...noteWords,
  ...panelWords,
  ...paneWords,
  ...viewerWords,
});
const messages: MessageTable = english;

/** The placeholders that English uses in the form for that number, or else in the form for any. */
function wanted(key: string, form: string): string[] {
  const message = messages[key] ?? "";
  const text = typeof message === "string" ? message : (message[form as "one"] ?? message.other);
  return placeholders(text);
}

const few: ReadonlySet<string> = new Set(["zero", "one", "two"]);

/** The forms for zero, one or two may omit the number. */
function fillsIn(key: string, form: string, text: string): boolean {
  const without = (list: string[]): string =>
    list.filter((name) => !few.has(form) || name !== "count").join();
  return without(placeholders(text)) === without(wanted(key, form));
}

/** The plural forms that a language uses for integers up to a thousand. */
function categories(tag: string): Set<string> {
  const rules = new Intl.PluralRules(tag);
  return new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
}

/** All texts of a table, each with its key. */
function texts(table: MessageTable): { key: string; form: string; text: string }[] {
  return Object.entries(table).flatMap(([key, message]) =>
    forms(message).map(([form, text]) => ({ key, form, text })),
  );
}

/** The keys of a table's texts that satisfy a condition. */
function where(
  table: MessageTable,
  holds: (text: string, key: string, form: string) => boolean,
): string[] {
  return texts(table)
    .filter(({ key, form, text }) => holds(text, key, form))
    .map(({ key, form, text }) => `${key} (${form}): ${text}`);
}

test("this test covers every available language", () => {
  const tags = ["en", ...translated.map(({ tag }) => tag)];
  expect(languages.filter((tag) => !tags.includes(tag))).toEqual([]);
  expect(translated.length).toBeGreaterThan(0);
});

describe.each([...translated])("$tag", ({ tag, table }) => {
  test("has the same messages as English", () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(english).sort());
  });

  test("has the same placeholders as English", () => {
    expect(where(table, (text, key, form) => !fillsIn(key, form, text))).toEqual([]);
  });

  test("has plural forms only where English has a count", () => {
    const counted = (key: string): boolean =>
      typeof messages[key] !== "string" || wanted(key, "other").includes("count");
    const keys = Object.keys(table).filter((key) => typeof table[key] !== "string");
    expect(keys.filter((key) => !counted(key))).toEqual([]);
  });

  test("has a plural form for every count", () => {
    const needed = [...categories(tag)];
    const incomplete = Object.entries(table).flatMap(([key, message]) => {
      if (typeof message === "string") return [];
      // Zero may be counted in digits like any number.
      const missing = needed.filter((form) => form !== "zero" && !(form in message));
      return missing.length > 0 ? [`${key}: ${missing.join(", ")}`] : [];
    });
    expect(incomplete).toEqual([]);
  });

  test("has no plural form that its numbers never use", () => {
    const known = new Set(new Intl.PluralRules(tag).resolvedOptions().pluralCategories as string[]);
    known.add("other");
    expect(
      where(table, (_, key, form) => typeof table[key] !== "string" && !known.has(form)),
    ).toEqual([]);
  });

  test("names the count in the singular form if other counts use it too", () => {
    const alsoNone = new Intl.PluralRules(tag).select(0) === "one";
    const unnamed = where(
      table,
      (text, key, form) =>
        alsoNone &&
        form === "one" &&
        !neverOfNone.has(key) &&
        !placeholders(text).includes("count") &&
        wanted(key, "other").includes("count"),
    );
    expect(unnamed).toEqual([]);
  });

  test("has words in every message, without extra spaces", () => {
    expect(
      where(table, (text) => text === "" || text !== text.trim() || / {2}/.test(text)),
    ).toEqual([]);
  });

  test("leaves nothing in English", () => {
    const same = new Set([...everywhere, ...(shared[tag] ?? [])]);
    const left = where(table, (text, key) => {
      const plain = text.replace(/\s/g, " ");
      if (!forms(messages[key] ?? "").some(([, source]) => source === plain)) return false;
      // A message of only placeholders and punctuation has nothing to translate.
      const words = text.replace(/\{\w+\}/g, "").match(/\p{L}+/gu) ?? [];
      return words.some((word) => !same.has(word.toLowerCase()));
    });
    expect(left).toEqual([]);
  });

  test("does not use exclamation marks", () => {
    expect(where(table, (text) => /[!¡！]/.test(text))).toEqual([]);
  });

  test("uses the language's quotation marks", () => {
    expect(where(table, (text, key) => !typed.test(key) && /"/.test(text))).toEqual([]);
    expect(where(table, (text) => /'\{\w+\}'/.test(text))).toEqual([]);
  });

  test("names the replaceable part of an example exactly as the example contains it", () => {
    const parts = Object.keys(table).filter((key) => /^search\.help\.\w+\.part$/.test(key));
    expect(parts.length).toBeGreaterThan(0);
    for (const key of parts) {
      expect(table[key.replace(/part$/, "form")]).toContain(table[key]);
    }
  });
});

/** Buttons whose accessible name says more than their label. */
const fullForms = {
  "published.fetching.cancel": "common.cancel",
  "collections.open.cancel": "common.cancel",
  "collections.save.cancel": "common.cancel",
  "published.goOn.name": "published.goOn",
};

// Voice control uses the visible label (WCAG 2.2, 2.5.3).
test.each([{ tag: "en", table: messages }, ...translated])(
  "in $tag a sentence about a button uses its label",
  ({ table }) => {
    for (const [inFull, word] of Object.entries(fullForms)) {
      expect(String(table[inFull]).toLowerCase()).toContain(String(table[word]).toLowerCase());
    }
  },
);

test("French keeps double punctuation on the line of the previous word", () => {
  const french = translated.find(({ tag }) => tag === "fr")?.table ?? {};
  const loose = /[^\u202f][;?»]|[^\u202f]:(?: |$)|«[^\u202f]/;
  expect(where(french, (text, key) => !typed.test(key) && loose.test(text))).toEqual([]);
  expect(where(french, (text) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
});

test("Spanish opens every question with an inverted question mark", () => {
  const spanish = translated.find(({ tag }) => tag === "es")?.table ?? {};
  const unopened = (text: string): boolean => text.split("¿").length !== text.split("?").length;
  expect(where(spanish, (text, key) => !typed.test(key) && unopened(text))).toEqual([]);
});
