import { expect } from "vitest";
import type { Answer, AskEvent, Pagehound, Trace } from "../../../src/index.js";

/** The result of a run that satisfied everything `checkRun` checks. */
export interface CheckedRun {
  readonly events: readonly AskEvent[];
  readonly answer: Answer;
  readonly trace: Trace;
}

/**
 * Checks what must hold for every run, whatever the model does: it ends with one answer within its
 * budget; every citation is the page's own text at the stated place; nothing counts as supported
 * without a citation or a calculation; and no internal error is hidden behind a fallback.
 */
export async function checkRun(
  hound: Pagehound,
  run: AsyncIterable<AskEvent>,
  calls: number,
): Promise<CheckedRun> {
  const events: AskEvent[] = [];
  for await (const event of run) events.push(event);
  const last = events.at(-1);
  if (last?.type !== "answer") throw new Error(`A run ended with ${last?.type}.`);
  expect(events.filter(({ type }) => type === "answer")).toHaveLength(1);
  const { answer, trace } = last;
  expect(answer.usage.calls).toBeLessThanOrEqual(calls);
  // One turn per call, plus those that correct form and content, continue the search, and retry
  // with a simpler prompt.
  expect(answer.usage.turns).toBeLessThanOrEqual(calls + 10);
  expect(trace.steps.filter((step) => step.type === "note" && step.kind === "internal")).toEqual(
    [],
  );
  if (answer.kind === "passages") expect(answer.reason).not.toBe("");
  await checkCitations(hound, answer);
  return { events, answer, trace: JSON.parse(JSON.stringify(trace)) };
}

async function checkCitations(hound: Pagehound, { sentences, kind }: Answer): Promise<void> {
  for (const { supported, citations, calculations, unsupportedNumbers } of sentences) {
    if (supported) {
      expect(citations.length).toBeGreaterThan(0);
      expect(unsupportedNumbers).toEqual([]);
    }
    if (kind === "not-found") expect(supported).toBe(true);
    const operands = calculations.flatMap((calculation) => calculation.operands);
    const all = [...citations, ...operands.flatMap(({ citation }) => citation ?? [])];
    for (const { document, page: number, span, quote, evidence } of all) {
      const page = await hound.page(document, number);
      expect(page.text.slice(span.start, span.end)).toBe(quote);
      expect(evidence.startsWith(`${document}.p${number}.`)).toBe(true);
      expect(quote.trim()).not.toBe("");
    }
  }
}
