import { expect, test, vi } from "vitest";
import { documentId } from "../../../../src/core/document.js";
import {
  findSuggestions,
  suggestedQuestion,
} from "../../../../src/element/ask/find-suggestions.js";
import { Suggestions } from "../../../../src/element/ask/suggestions.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { shellOver } from "./shell-double.js";
import { summaryOf } from "./summary-of.js";

const words = new I18n("en");

/** A heading on a page, with a section of the given length. */
function heading(text: string, page: number, length = 100, level = 2): object {
  return { text, page, lastPage: page, level, words: length };
}

const statement = {
  columns: [
    { column: 0, period: null },
    { column: 1, period: { kind: "year", year: 2024 } },
  ],
  rows: [
    { row: 1, label: "Revenue", group: [] },
    { row: 3, label: "First quarter", group: [] },
    { row: 2, label: "Operating profit", group: [] },
  ],
  cells: [
    { row: 3, column: 1, value: "3300" },
    { row: 2, column: 1, value: "14150" },
  ],
};

/** A library of documents in which search finds certain pages for a word of the question. */
function library(
  outlines: Readonly<Record<string, readonly object[]>>,
  found: Readonly<Record<string, readonly [document: string, page: number]>>,
  tables: Readonly<Record<string, readonly object[]>> = {},
): Parameters<typeof findSuggestions>[0] {
  const reading = {
    outline: async (id: string) => outlines[id] ?? [],
    tables: async (id: string) => tables[id] ?? [],
    search: async (query: string) => ({
      hits: Object.entries(found)
        .filter(([word]) => query.includes(word))
        .map(([, [document, page]]) => ({ document, page, marks: [{ start: 0, end: 4 }] })),
    }),
  };
  return reading as unknown as Parameters<typeof findSuggestions>[0];
}

const documents = [1, 2].map((number) => ({ ...summaryOf({ total: 9 }), id: documentId(number) }));

async function questions(from: Parameters<typeof findSuggestions>[0]): Promise<string[]> {
  const found = await findSuggestions(from, { documents, words, most: 3 });
  return found.map((suggestion) => suggestedQuestion(words, suggestion));
}

test("alternates between a document's own questions, numbers in its tables, and its sections", async () => {
  const from = library(
    {
      d1: [heading("How long is the notice?", 4), heading("Terms of payment", 7)],
      d2: [heading("Our fleet", 2)],
    },
    { notice: ["d1", 4], "Operating profit": ["d1", 4], fleet: ["d2", 2], payment: ["d1", 7] },
    { d1: [statement] },
  );
  expect(await questions(from)).toEqual([
    "How long is the notice?",
    "What do the documents say about “Our fleet”?",
    "What was “Operating profit” in 2024?",
  ]);
});

test("omits questions that a search does not answer from their source", async () => {
  const from = library(
    {
      d1: [heading("Letter from nobody", 3), heading("Risks at sea", 5, 50)],
      d2: [heading("Table of contents", 1, 900), heading("Crew and training", 6)],
    },
    // The letter is found in another document, the crew on another page.
    { Letter: ["d2", 3], Risks: ["d1", 5], Crew: ["d2", 1] },
  );
  expect(await questions(from)).toEqual(["What do the documents say about “Risks at sea”?"]);
});

test("asks no question about a heading in capitals, and no question twice", async () => {
  const from = library(
    {
      d1: [heading("SECURITIES AND EXCHANGE COMMISSION", 1, 900), heading("Loss of power", 2)],
      d2: [heading("Loss of power", 2), heading("Pairing the app:", 3)],
    },
    { SECURITIES: ["d1", 1], Loss: ["d1", 2], power: ["d2", 2], Pairing: ["d2", 3] },
  );
  expect(await questions(from)).toEqual([
    "What do the documents say about “Loss of power”?",
    "What do the documents say about “Pairing the app”?",
  ]);
});

test("reads no more documents than it needs questions from", async () => {
  const outlines = { d1: [heading("Our fleet", 1)], d2: [heading("Loss of power", 2)] };
  const from = library(outlines, { fleet: ["d1", 1], power: ["d2", 2] });
  const read: string[] = [];
  const outline = (id: Parameters<typeof from.outline>[0]): ReturnType<typeof from.outline> => {
    read.push(id);
    return from.outline(id);
  };
  await findSuggestions({ ...from, outline }, { documents, words, most: 1 });
  expect(read).toEqual(["d1"]);
});

test("suggests nothing for documents without headings and tables", async () => {
  expect(await questions(library({}, {}))).toEqual([]);
});

test("asks about the sections of a document whose headings are all of one level", async () => {
  const sections = [
    heading("Financial results", 2, 50, 1),
    heading("Cautionary statements", 6, 100, 1),
    heading("Name of each exchange on which", 1, 900, 1),
  ];
  const found = { Name: ["d1", 1], Cautionary: ["d1", 6], Financial: ["d1", 2] } as const;
  expect(await questions(library({ d1: sections }, found))).toEqual([
    "What do the documents say about “Cautionary statements”?",
    "What do the documents say about “Financial results”?",
  ]);
});

test("is settled once the most questions are found, or all documents are read", async () => {
  const headings = { d1: [heading("Our fleet", 2)], d2: [heading("Crew and training", 6)] };
  const places = { fleet: ["d1", 2], training: ["d2", 6] } as const;
  const suggestions = new Suggestions(shellOver(library(headings, { ...places })));
  expect(suggestions.isSettled(false)).toBe(false);
  suggestions.follow(documents, true);
  await vi.waitFor(() => expect(suggestions.list.length).toBe(2));
  expect([true, false, true].map((coming) => suggestions.isSettled(coming))).toEqual([
    false,
    true,
    true,
  ]);
});

test("is settled if no questions can be made", async () => {
  const failing = { outline: () => Promise.reject(new Error("It is closed.")) };
  const suggestions = new Suggestions(shellOver(failing));
  suggestions.follow(documents, false);
  await vi.waitFor(() => expect(suggestions.isSettled(false)).toBe(true));
});

test("asks about headings of one word if a document has no others, unless every document has them", async () => {
  const outlines = {
    d1: [heading("How to take it", 1), heading("Storage", 2, 900)],
    d2: [heading("Summary", 1, 900), heading("Battery", 3)],
  };
  const places = { take: ["d1", 1], Storage: ["d1", 2], Summary: ["d2", 1], Battery: ["d2", 3] };
  const found = places as unknown as Parameters<typeof library>[1];
  expect(await questions(library(outlines, found))).toEqual([
    "What do the documents say about “How to take it”?",
    "What do the documents say about “Battery”?",
    "What do the documents say about “Storage”?",
  ]);
});
