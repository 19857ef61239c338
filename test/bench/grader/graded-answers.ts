import { readFile } from "node:fs/promises";
import { BadInput } from "../../../cli/bad-input.js";
import { isRecord } from "../../../src/core/json.js";
import type { Verdict } from "../../../src/evaluation/grade/grade-answer.js";

/** A model's answer with a person's grade. */
export interface GradedAnswer {
  readonly id: string;
  /** The model that wrote it; empty if the file does not say. */
  readonly configuration: string;
  readonly question: string;
  readonly goldAnswers: readonly string[];
  readonly answer: string;
  readonly label: Verdict;
}

const labels: Readonly<Record<string, Verdict>> = {
  "Correct Answer": "correct",
  "Incorrect Answer": "incorrect",
  Refusal: "refusal",
};

/** Reads a file of graded answers. Throws a `BadInput` that names the line and the field. */
export async function readGradedAnswers(file: string): Promise<readonly GradedAnswer[]> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) {
    throw new BadInput(`There is no file ${file}. Name one with graded answers with --path FILE.`);
  }
  return parseGradedAnswers(text, file);
}

/** Parses the contents of such a file; `name` identifies it in errors. */
export function parseGradedAnswers(text: string, name: string): readonly GradedAnswer[] {
  const answers = text
    .replace(/^\ufeff/, "")
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [readLine(line, `${name}:${index + 1}`)]));
  if (answers.length === 0) throw new BadInput(`${name} has no graded answers.`);
  return answers;
}

function readLine(line: string, place: string): GradedAnswer {
  const value = parsed(line);
  if (!isRecord(value)) throw new BadInput(`${place} is not a JSON object.`);
  const field = (name: string): string => {
    const content = value[name];
    if (typeof content === "string") return content;
    throw new BadInput(`${place}: ${name} is a text, not ${shown(content)}.`);
  };
  const filled = (name: string): string => {
    if (field(name).trim() !== "") return field(name);
    throw new BadInput(`${place}: ${name} is empty.`);
  };
  return {
    id: filled(value.financebench_id === undefined ? "id" : "financebench_id"),
    configuration: value.configuration === undefined ? "" : field("configuration"),
    question: filled("question"),
    goldAnswers: goldAnswers(value.gold_answer, place),
    answer: field("model_answer"),
    label: labelOf(field("label"), place),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function goldAnswers(value: unknown, place: string): readonly string[] {
  const golds = Array.isArray(value) ? value : [value];
  const bad = golds.find((gold) => typeof gold !== "string" && typeof gold !== "number");
  if (bad === undefined && golds.some((gold) => String(gold).trim() !== "")) {
    return golds.map(String);
  }
  throw new BadInput(
    `${place}: gold_answer is a text, a number or a list of them, not ${shown(value)}.`,
  );
}

function labelOf(text: string, place: string): Verdict {
  const label = Object.hasOwn(labels, text) ? labels[text] : undefined;
  if (label) return label;
  throw new BadInput(
    `${place}: label is one of ${Object.keys(labels).join(", ")}, not ${shown(text)}.`,
  );
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : (JSON.stringify(value) ?? "").slice(0, 60);
}
