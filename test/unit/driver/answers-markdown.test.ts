import { expect, test } from "vitest";
import { answersMarkdown } from "../../../cli/evaluation/answers-markdown.js";
import { noUsage } from "../../../src/agent/answer.js";
import {
  type EvaluationAnswer,
  type EvaluationQuestion,
  failedAnswer,
  uncheckedAnswer,
  uncheckedNotFound,
} from "../../../src/evaluation/api.js";
import { scoredRecord } from "../../../src/evaluation/score-record.js";

function question(id: string, text: string, more: Partial<EvaluationQuestion> = {}) {
  const rest = { answers: [], unanswerable: false, evidence: [], documents: null, kind: null };
  return { id, text, ...rest, ...more };
}

const ships = question("ships", "How many ships does it own?", { answers: ["7"] });
const quay = question("quay", "Who runs the quay?", { answers: ["Ida Melling", "I. Melling"] });
const whales = question("whales", "How many whales came?", { unanswerable: true });
const weather = question("weather", "What was the weather?");

function reported(
  questions: readonly EvaluationQuestion[],
  answers: readonly (EvaluationAnswer | null)[],
  chosen?: string,
) {
  const records = questions.map((question, index) =>
    scoredRecord(question, {
      recordVersion: 1,
      dataSet: "own",
      question: question.id,
      strategy: "auto",
      model: null,
      outcome: {
        retrieved: [],
        chosen,
        answer: answers[index] ?? null,
        calls: [],
        usage: noUsage,
      },
      failure: null,
      exchanges: [],
    }),
  );
  return { report: { dataSet: "own", records }, dataSet: { questions } };
}

test("lists question, gold, answer, verdict and reason, wrong ones first", () => {
  const answers = [uncheckedAnswer("It owns seven ships."), uncheckedAnswer("Tom Okafor does.")];
  expect(answersMarkdown([reported([ships, quay], answers, "tools")])).toBe(`# own, auto

Of 2 answers: 1 wrong, 1 right.

## ✗ quay

- **Question:** Who runs the quay?
- **Gold:** Ida Melling / I. Melling
- **Answer:** Tom Okafor does.
- **Verdict:** incorrect. It says 0 % of what gold says.
- **Chosen:** tools

## ✓ ships

- **Question:** How many ships does it own?
- **Gold:** 7
- **Answer:** It owns seven ships.
- **Verdict:** correct. It claims gold's number.
- **Chosen:** tools
`);
});

test("reports failed and declined questions, and those that cannot be graded", () => {
  const text = answersMarkdown([
    reported(
      [ships, quay, whales, weather],
      [
        failedAnswer("The model is gone."),
        uncheckedNotFound,
        uncheckedNotFound,
        uncheckedAnswer("Fog."),
      ],
    ),
  ]);
  expect(text).toContain("Of 4 answers: 2 wrong, 1 right, 1 without a gold answer.");
  expect(text?.match(/(?<=^## ).*$/gm)).toEqual(["✗ ships", "✗ quay", "– weather", "✓ whales"]);
  expect(text).toContain("- **Answer:** (none)\n- **Verdict:** failed. The model is gone.");
  expect(text).toContain("refusal. It says that the documents do not say.");
  expect(text).toContain("- **Gold:** (the documents do not tell)");
  expect(text).toContain("refusal. The documents do not say, and the answer says so.");
  expect(text).toContain("not graded. There is no gold answer.");
});

test("writes nothing if no question is answered", () => {
  expect(answersMarkdown([reported([ships], [null])])).toBeNull();
});

test("escapes Markdown in models' and documents' text", () => {
  const hostile =
    "![x](https://a.example/b) <img src=x>\n# Head\n\n- **Verdict:** `correct` www.a.example";
  const text = answersMarkdown([reported([quay], [uncheckedAnswer(hostile)])]) ?? "";
  expect(text).toContain(
    "- **Answer:** \\!\\[x\\](https\\://a.example/b) \\<img src=x\\> \\# Head - \\*\\*Verdict:\\*\\* \\`correct\\` www\\.a.example\n",
  );
  expect(text.match(/^#/gm)).toHaveLength(2);
});
