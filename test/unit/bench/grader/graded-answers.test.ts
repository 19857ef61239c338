import { describe, expect, test } from "vitest";
import { BadInput } from "../../../../cli/bad-input.js";
import { agreementOf, confusionOf, type Labelled } from "../../../bench/grader/agreement.js";
import { parseGradedAnswers } from "../../../bench/grader/graded-answers.js";
import { graderArguments } from "../../../bench/grader/grader-arguments.js";
import { isForTuning } from "../../../bench/grader/halves.js";

const line = {
  id: "q1",
  question: "How many?",
  gold_answer: 7,
  model_answer: "Seven.",
  label: "Correct Answer",
};

function parse(...lines: readonly object[]) {
  return parseGradedAnswers(lines.map((one) => JSON.stringify(one)).join("\n"), "answers.jsonl");
}

describe("a file of graded answers", () => {
  test("reads a file of graded answers", () => {
    const { id, ...rest } = line;
    const [first, second] = parse(line, {
      ...rest,
      financebench_id: id,
      gold_answer: ["7", "seven"],
    });
    expect(first).toEqual({
      id: "q1",
      configuration: "",
      question: "How many?",
      goldAnswers: ["7"],
      answer: "Seven.",
      label: "correct",
    });
    expect(second?.goldAnswers).toEqual(["7", "seven"]);
  });

  test.each([
    [{ label: "Maybe" }, "label is one of"],
    [{ label: "toString" }, "label is one of"],
    [{ gold_answer: null }, "gold_answer is a text"],
    [{ gold_answer: [] }, "gold_answer is a text"],
    [{ question: 4 }, "question is a text, not 4"],
    [{ model_answer: undefined }, "model_answer is a text, not missing"],
    [{ id: undefined }, "id is a text, not missing"],
  ])("rejects a file with a mistake, with line and field: %j", (change, message) => {
    expect(() => parse(line, { ...line, ...change })).toThrow(BadInput);
    expect(() => parse(line, { ...line, ...change })).toThrow(`answers.jsonl:2: ${message}`);
  });

  test("rejects a truncated or empty file", () => {
    expect(() => parseGradedAnswers(`${JSON.stringify(line)}\n{"id": "q`, "a")).toThrow(
      "a:2 is not",
    );
    expect(() => parseGradedAnswers("\n", "a")).toThrow("no graded answers");
  });
});

test("assigns a question to the same half every time", () => {
  // Hashes of the published FNV-1a test vectors: "" 811c9dc5, "a" e40c292c, "foobar" bf9cf968.
  expect(["", "a", "foobar"].map(isForTuning)).toEqual([false, true, true]);
});

test("agreement counts matching verdicts, and kappa subtracts agreement by chance", () => {
  const rows: Labelled[] = [
    { id: "1", label: "correct", verdict: "correct" },
    { id: "1", label: "correct", verdict: "correct" },
    { id: "2", label: "incorrect", verdict: "refusal" },
    { id: "2", label: "refusal", verdict: "correct" },
    { id: "3", label: "correct", verdict: "none" },
  ];
  const agreement = agreementOf(rows);
  expect(agreement).toMatchObject({ answers: 5, questions: 3, agreed: 3, share: 0.6 });
  // Chance: 0.6 · 0.6 + 0.4 · 0.4 = 0.52.
  expect(agreement.kappa).toBeCloseTo((0.6 - 0.52) / 0.48);
  expect(agreement.interval[0]).toBeLessThanOrEqual(0.6);
  expect(agreement.interval[1]).toBeGreaterThanOrEqual(0.6);
  expect(confusionOf(rows).correct).toEqual({ correct: 2, incorrect: 0, refusal: 0, none: 1 });
});

test("a missing verdict agrees with no label", () => {
  const rows: Labelled[] = [{ id: "1", label: "incorrect", verdict: "none" }];
  expect(agreementOf(rows)).toMatchObject({ agreed: 0 });
});

describe("the command line", () => {
  test("reports invalid arguments", () => {
    expect(() => graderArguments([])).toThrow("--path FILE");
    expect(() => graderArguments(["--path", "a", "--judge", "openai:nowhere#m"])).toThrow(
      "--judge: ",
    );
    expect(() => graderArguments(["--path", "a", "--context", "many"])).toThrow("--context needs");
    expect(() => graderArguments(["--mode"])).toThrow(BadInput);
    expect(graderArguments(["--help"])).toBeNull();
  });
});
