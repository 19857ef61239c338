import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  documentsIn,
  renumbered,
  withCheckedPlaces,
} from "../../../src/collection/answer-places.js";
import {
  type Answer,
  absentDocumentId,
  type BestPassage,
  type Calculation,
  type Citation,
  type DocumentId,
  documentId,
  documentOrdinal,
  toolTextId,
} from "../../../src/core/index.js";
import { readableAnswer } from "../../../src/store/archive/archived-conversations.js";
import type { Contents } from "../../../src/store/contents.js";
import type { StoredDocument } from "../../../src/store/schema.js";

const { signal } = new AbortController();

function citation(document: number, changes: Partial<Citation> = {}): Citation {
  return {
    evidence: `d${document}.p1.s2`,
    document: documentId(document),
    path: `${document}.txt`,
    ...{ page: 1, pageLabel: null, pageUnit: "part" },
    span: { start: 4, end: 28 },
    quote: "plant has 4,000 mirrors,",
    ...changes,
  };
}

function calculation(document: number): Calculation {
  const operand = { text: "4,000", value: "4000", citation: citation(document) };
  const cell = `d${document}.p1.t1.r2.c3` as const;
  return {
    ...{ id: "c1", expression: "4000 / 2", value: "2000", display: "2,000", sourced: true },
    operands: [{ ...operand, origin: "document", cell }],
    rows: [{ table: `d${document}.p1.t1`, rows: "1-4" }],
    keys: ["north"],
  };
}

/** An answer that names documents in every place where answers can. */
function answerOf(one: number, two: number): Answer {
  const tool = { tool: "weather", source: "service", at: 5 };
  const { quote, ...place } = citation(one);
  return {
    ...{ kind: "answered", question: "How many?", standalone: "How many?", text: "4,000." },
    sentences: [
      {
        ...{ text: "4,000.", supported: true, unsupportedNumbers: [], dropped: [] },
        citations: [citation(one), citation(two)],
        calculations: [calculation(two)],
      },
      {
        ...{ text: "Dry.", supported: true, unsupportedNumbers: [], dropped: [], calculations: [] },
        citations: [
          {
            ...citation(1, { span: { start: 0, end: 3 }, quote: "Dry", tool }),
            document: toolTextId(1),
            evidence: `${toolTextId(1)}.p1.s1` as Citation["evidence"],
          },
        ],
      },
    ],
    passages: [
      {
        ...place,
        ...{ heading: null, text: quote, score: 1 },
        sentenceEnd: {
          ...{ page: 2, pageLabel: null, span: { start: 0, end: 6 }, text: "tilts." },
          marks: [{ start: 0, end: 5 }],
        },
        marked: [{ start: 0, end: 5 }],
        marks: [{ start: 4, end: 9 }],
      },
    ],
    direct: {
      ...{ kind: "highest", label: "North", value: "4,000", isChange: false, across: "rows" },
      ...{ column: "2020", rows: 4, evidence: `d${one}.p1.s2`, calculation: calculation(one) },
    },
    parts: [
      {
        question: "How many?",
        passages: [{ ...place, heading: null, text: quote, score: 1, marked: [], marks: [] }],
        direct: { kind: "yes", evidence: `d${two}.p1.s2` },
      },
    ],
    ...{ missing: "", tried: ["mirrors"], reason: null },
    coverage: {
      ...{ documents: 2, pages: 2, pagesWithoutText: 1, pagesNotNamed: 0 },
      gaps: [
        {
          ...{ document: documentId(two), path: `${two}.txt`, reason: "scanned" },
          pages: [{ from: 1, to: 1 }],
        },
      ],
    },
    calculations: [calculation(one)],
    toolTexts: [{ ...tool, document: toolTextId(1), text: "Dry and hot" }],
    usage: {
      ...{ calls: 1, turns: 1, promptTokens: 9, reusedTokens: 0, generatedTokens: 3, folds: 0 },
      ...{ firstToken: null, total: 12 },
    },
  };
}

/** Every string in a value that names a document, or a place in one. */
function idsIn(value: unknown): string[] {
  if (typeof value === "string") return /^d\d+(\.[a-z]\d+)*$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

const ordinal = fc.integer({ min: 1, max: 400_000 });

describe("renumbered", () => {
  it("changes every id in an answer, and can be undone", () => {
    fc.assert(
      fc.property(ordinal, ordinal, ordinal, (one, two, by) => {
        fc.pre(one !== two);
        const answer = answerOf(one, two);
        const shifted = renumbered(answer, (id) => documentId((documentOrdinal(id) ?? 0) + by));
        const isTool = (id: string) => id.startsWith(toolTextId(1));
        const expected = idsIn(answer).map((id) =>
          isTool(id) ? id : id.replace(/^d(\d+)/, (_, n) => `d${Number(n) + by}`),
        );
        expect(idsIn(shifted).sort()).toEqual(expected.sort());
        const back = renumbered(shifted, (id) => documentId((documentOrdinal(id) ?? 0) - by));
        expect(back).toEqual(answer);
      }),
      { numRuns: 50 },
    );
  });

  it("covers every place of an answer that is stored in a file", () => {
    const answer = answerOf(3, 4);
    expect(readableAnswer(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
    expect([...documentsIn(answer)]).toEqual([
      ["d3", "3.txt"],
      ["d4", "4.txt"],
    ]);
  });
});

describe("withCheckedPlaces", () => {
  const text = "The plant has 4,000 mirrors, which robots wash.";
  const page = (number: number, text: string) => ({ number, text, label: `p${number}` });
  /** A collection whose documents have these pages. */
  function checked(answer: Answer, pages: Readonly<Record<number, readonly string[]>>) {
    const contents = {
      pages: async (keys: readonly (readonly [number, number])[]) =>
        keys.map(([content, number]) => {
          const found = pages[content]?.[number - 1];
          return found === undefined ? undefined : page(number, found);
        }),
      async *textPages(content: number) {
        for (const [index, found] of (pages[content] ?? []).entries()) yield page(index + 1, found);
      },
    } as unknown as Contents;
    const documentOf = (id: DocumentId) => {
      const content = documentOrdinal(id) ?? 0;
      const document = { content, path: `now/${content}.txt`, pageUnit: "page" };
      return pages[content] ? (document as StoredDocument) : null;
    };
    return withCheckedPlaces(answer, documentOf, contents, signal);
  }

  it("keeps quotes found at the stated place, with the document's own path and labels", async () => {
    const answer = answerOf(3, 4);
    const { sentences, passages, direct, parts } = await checked(answer, {
      3: [text],
      4: [text],
    });
    expect(sentences.map(({ supported }) => supported)).toEqual([true, true]);
    const current = { path: "now/3.txt", pageLabel: "p1", pageUnit: "page" };
    expect(sentences[0]?.citations[0]).toEqual({ ...citation(3), ...current });
    // What is on other pages was not looked for.
    const { sentenceEnd: _, ...passage } = answer.passages[0] as BestPassage;
    expect(passages).toEqual([{ ...passage, ...current }]);
    expect(direct).toMatchObject({ kind: "highest" });
    expect(parts?.[0]).toMatchObject({ passages: [current], direct: { kind: "yes" } });
  });

  it("finds quotes elsewhere in the document, together with their marks", async () => {
    const { sentences, passages } = await checked(answerOf(3, 4), {
      3: ["Something else.", `Once more: ${text}`],
      4: [text],
    });
    const moved = { page: 2, span: { start: 15, end: 39 } };
    expect(sentences[0]?.citations[0]).toMatchObject(moved);
    expect(passages[0]).toMatchObject({ ...moved, marks: [{ start: 15, end: 20 }] });
  });

  it("drops quotes that occur nowhere, and support that relied on them", async () => {
    const answer = answerOf(3, 4);
    const { sentences, passages, direct, parts, calculations } = await checked(answer, {
      3: ["Nothing of the kind."],
      4: [text],
    });
    expect(sentences[0]).toMatchObject({ supported: false, citations: [{ document: "d4" }] });
    expect(sentences[0]?.dropped).toEqual(["“plant has 4,000 mirrors,” is not in 3.txt."]);
    expect(passages).toEqual([]);
    expect(direct).toBeUndefined();
    expect(parts).toEqual([{ question: "How many?", passages: [] }]);
    expect(calculations[0]).toMatchObject({
      sourced: false,
      operands: [{ origin: "unknown", citation: null }],
    });
  });

  it("keeps citations of missing documents, without looking in other documents", async () => {
    const absent = documentOrdinal(absentDocumentId(1)) ?? 0;
    const { sentences } = await checked(answerOf(absent, 4), { 3: [text], 4: [text] });
    expect(sentences[0]?.citations[0]).toEqual(citation(absent));
  });

  it("drops quotes that a tool never returned, and invalid ids of tools", async () => {
    const forged = (changes: Partial<Citation>): Answer => {
      const answer = answerOf(3, 4);
      const [first, second] = answer.sentences;
      const [cited] = second?.citations ?? [];
      if (!first || !second || !cited) throw new Error("There is no citation.");
      const sentences = [first, { ...second, citations: [{ ...cited, ...changes }] }];
      return { ...answer, sentences };
    };
    const all = { 3: [text], 4: [text] };
    const kept = await checked(forged({}), all);
    expect(kept.sentences[1]?.citations).toHaveLength(1);
    for (const changes of [{ quote: "Wet" }, { document: documentId(3) }]) {
      const { sentences } = await checked(forged(changes), all);
      expect(sentences[1]).toMatchObject({ supported: false, citations: [] });
    }
    const from = { url: "https://example.org/", title: "Index", kind: "engine" } as const;
    const engine = await checked(forged({ tool: undefined, from, document: documentId(3) }), all);
    expect(engine.sentences[1]?.citations).toEqual([]);
  });
});
