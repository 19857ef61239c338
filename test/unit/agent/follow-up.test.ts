import { describe, expect, test } from "vitest";
import {
  isFollowUp,
  pointsBack,
  pointsToThing,
  withoutEarlierRows,
} from "../../../src/agent/loop/follow-up.js";
import { type DocumentId, documentId } from "../../../src/core/document.js";
import type { PastTurn } from "../../../src/core/index.js";
import type { SearchResponse } from "../../../src/search/api.js";

const [lease, will] = [documentId(1), documentId(2)];

function turnAbout(document: DocumentId): PastTurn {
  return {
    question: "How long does it run?",
    asked: "How long does it run?",
    answer: "",
    document,
  };
}

/** The part of a search that matters: the score of the best passage of some documents. */
function found(...scores: readonly (readonly [DocumentId, number])[]): SearchResponse {
  const hits = scores.map(([document, score]) => ({ document, score }));
  return { hits, unmatched: [], corrections: [] } as unknown as SearchResponse;
}

describe("a follow-up question", () => {
  test.each([
    "And the year before?",
    "What about AWS?",
    "When was it signed?",
    "Which of them is older?",
    "Wann wurde er gebaut?",
    "Und die Kaution?",
    "Quand a-t-il été construit ?",
    "¿Y la fianza?",
    "¿Cuándo murió ella?",
  ])("recognises that the question points back: %s", (question) => {
    expect(pointsBack(question)).toBe(true);
    expect(isFollowUp(question, turnAbout(lease), found([will, 10]))).toBe(true);
  });

  test.each([
    "Who inherits the boat?",
    "Wie hoch ist die Kaution?",
    "Qui est le propriétaire ?",
    "Est-ce que les animaux sont admis ?",
    "¿Quién es el arrendador?",
  ])("recognises that the question is complete: %s", (question) => {
    expect(pointsBack(question)).toBe(false);
  });

  test("names no subject if it has a single content word", () => {
    const elsewhere = found([will, 10], [lease, 0.1]);
    expect(isFollowUp("Who inherits?", turnAbout(lease), elsewhere)).toBe(true);
    expect(isFollowUp("What is the fine?", turnAbout(lease), elsewhere)).toBe(true);
    expect(isFollowUp("How long is the river?", turnAbout(lease), elsewhere)).toBe(true);
  });

  test("a question is a follow-up if the document shown before says something about it", () => {
    const question = "Who inherits the boat?";
    expect(isFollowUp(question, turnAbout(lease), found([will, 10], [lease, 2]))).toBe(false);
    expect(isFollowUp(question, turnAbout(lease), found([will, 10], [lease, 4]))).toBe(true);
    expect(isFollowUp(question, turnAbout(will), found([will, 10], [lease, 4]))).toBe(true);
  });

  test("a question is no follow-up if no document has its words, unless it points back", () => {
    const response = {
      ...found([lease, 10]),
      unmatched: ["Zorblatt", "frumple"],
    };
    const before = turnAbout(lease);
    expect(isFollowUp("Zorblatt?", before, response)).toBe(false);
    expect(isFollowUp("Who is the Zorblatt frumple?", before, response)).toBe(false);
    expect(isFollowUp("Does it frumple?", before, response)).toBe(true);
    expect(isFollowUp("Who can frumple the boat?", before, response)).toBe(true);
    expect(isFollowUp("Why?", before, response)).toBe(true);
    const corrections = [{ from: "frumple", to: "crumple" }];
    const misspelt = { ...response, corrections };
    expect(isFollowUp("Who can frumple?", before, misspelt)).toBe(true);
  });

  test("a long question is not a follow-up", () => {
    const question = "Who inherits the boat that lies in the harbour of Whitby?";
    expect(isFollowUp(question, turnAbout(will), found([will, 10]))).toBe(false);
  });
});

test("“it” stands for what was asked about before, unless it stands for nothing", () => {
  for (const question of ["Is it normal?", "What does it cost?", "Who signed them?"])
    expect(pointsToThing(question)).toBe(true);
  for (const question of [
    "How long does it take?",
    "Is it possible to swim?",
    "What is the deposit?",
    "Has the board of the society kept it in its minutes?",
  ])
    expect(pointsToThing(question)).toBe(false);
});

describe("figures found for a follow-up together with the question before it", () => {
  const text = "Drug\tMay\tJune\nAspirin\t75 mg\t80 mg\nRamipril\t5 mg\t10 mg";
  const aspirin = { start: text.indexOf("Aspirin"), end: text.indexOf("\nRamipril") };
  const figure = { span: aspirin, cell: null, score: 1, sure: true };
  const response = {
    hits: [{ text, span: { start: 0, end: text.length }, figures: [figure] }],
  } as unknown as SearchResponse;

  test("are left out if the follow-up names another row", () => {
    expect(withoutEarlierRows(response, "And of ramipril?").hits[0]?.figures).toEqual([]);
  });

  test.each(["And in June?", "And of aspirin?", "And of warfarin?"])(
    "are kept if it names another column, the same row or none: %s",
    (question) => {
      expect(withoutEarlierRows(response, question).hits[0]?.figures).toEqual([figure]);
    },
  );
});
