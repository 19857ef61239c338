import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bestPassages } from "../../../src/agent/loop/best-passages.js";
import { verifyAnswer } from "../../../src/agent/verify/verify-answer.js";
import { readQuestion } from "../../../src/figures/question.js";
import { Pagehound } from "../../../src/index.js";

const name = "verify-test";
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
});
afterEach(() => hound.close());

it("finds a sentence of a stored document, and verifies citations of it", async () => {
  const filler = "The company goes on as before, and says so at some length. ".repeat(40);
  const text = `# Outlook\n\n${filler}\n\nThe “notice period” is three months, or 92.5 days.\n`;
  for await (const event of hound.add([{ path: "a.md", file: new Blob([text]) }])) {
    expect(event.type).not.toBe("document-refused");
  }
  const question = "How long is the notice period?";
  const [best] = bestPassages(await hound.search(question), readQuestion(question), 3);
  const [marked] = best?.marked ?? [];
  if (!best || !marked) throw new Error("nothing was marked");
  const sentence = "The “notice period” is three months, or 92.5 days.";
  expect(best.text.slice(marked.start, marked.end)).toBe(sentence);

  const citations = [{ id: "d1.p1.s1", quote: 'the "notice period" is three months' }];
  const sentences = [
    { text: "It is 92.5 days.", citations },
    { text: "It is 94 days.", citations },
  ];
  const checked = await verifyAnswer(
    { enough: true, missing: "", sentences },
    {
      reader: hound,
      question,
      calculations: [],
      seen: [best.evidence],
      signal: new AbortController().signal,
    },
  );
  expect(checked.map(({ supported }) => supported)).toEqual([true, false]);
  const [citation] = checked[0]?.citations ?? [];
  expect(citation).toMatchObject({ evidence: best.evidence, path: "a.md", pageUnit: "part" });
  const { start = 0, end = 0 } = citation?.span ?? {};
  expect(best.text.slice(start - best.span.start, end - best.span.start)).toBe(citation?.quote);
  expect(citation?.quote).toBe("The “notice period” is three months");
});
