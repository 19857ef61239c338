import { expect, test } from "vitest";
import { reportSteps } from "../../../cli/evaluation/report-steps.js";

/** Reports steps at the given times, in seconds. */
function reporter(terminal = false) {
  let seconds = 0;
  const lines: string[] = [];
  const step = reportSteps("own", {
    isTerminal: terminal,
    line: (text) => void lines.push(`${text}\n`),
    progress: (text) => void lines.push(`\r${text}`),
    now: () => seconds * 1000,
  });
  return {
    lines,
    question: (at: number, done: number, kept = false) => {
      seconds = at;
      step({ type: "question", strategy: "tools", done, total: 100, kept, key: "", line: null });
    },
    documents: (at: number, done: number) => {
      seconds = at;
      step({ type: "documents", done, total: 4 });
    },
  };
}

test("estimates the remaining time of a step", () => {
  const { lines, question, documents } = reporter();
  documents(0, 1);
  documents(20, 2);
  question(30, 1);
  question(60, 2);
  question(90, 3);
  expect(lines).toEqual([
    "own: documents 2 of 4; about 40 s left.\n",
    "own: tools, questions 1 of 100.\n",
    "own: tools, questions 2 of 100; about 49 min left.\n",
    "own: tools, questions 3 of 100; about 49 min left.\n",
  ]);
});

test("does not count already recorded questions in the estimate", () => {
  const { lines, question } = reporter();
  for (let done = 1; done <= 50; done++) question(1, done, true);
  question(11, 51);
  question(31, 52);
  question(131, 100);
  expect(lines).toEqual([
    "own: tools, questions 51 of 100; about 8 min left.\n",
    "own: tools, questions 52 of 100; about 12 min left.\n",
    "own: tools, questions 100 of 100.\n",
  ]);
});

test("rewrites one line on a terminal", () => {
  const { lines, documents } = reporter(true);
  documents(1, 1);
  documents(2, 2);
  expect(lines).toEqual(["\rown: documents 1 of 4.", "\rown: documents 2 of 4; about 2 s left."]);
});
