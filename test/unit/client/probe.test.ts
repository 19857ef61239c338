import { describe, expect, it } from "vitest";
import type { Trace } from "../../../src/agent/trace/trace.js";
import { type AskProbe, askAll, type ProbeProgress } from "../../../src/client/probe/ask-probe.js";
import {
  failureOf,
  faultOf,
  type ProbeFault,
  type ProbeQuestion,
  probeQuestions,
} from "../../../src/client/probe/questions.js";
import { probeFiles } from "../../../src/client/probe/texts.js";
import type { Answer, AnswerSentence } from "../../../src/core/answer.js";

type Answered = Awaited<ReturnType<AskProbe>>;
type Cited = readonly [path: string, quote: string];

const call = { type: "call", failed: false };
const never = new AbortController().signal;

/** An answer in these words, each sentence supported by its citations. */
function answered(...sentences: readonly (readonly [text: string, ...cited: Cited[]])[]): Answered {
  return outcome("answered", {
    sentences: sentences.map(([text, ...cited]) => ({
      ...{ text, supported: cited.length > 0 },
      citations: cited.map(([path, quote]) => ({ path, quote })),
    })) as unknown as AnswerSentence[],
  });
}

function outcome(
  kind: Answer["kind"],
  more: Partial<Answer> = {},
  steps: readonly object[] = [call],
): Answered {
  return { answer: { kind, sentences: [], ...more } as Answer, trace: { steps } as Trace };
}

const notFound = outcome("not-found");
const keys = ["deposit", "group", "rent", "weekday", "heavier"] as const;
type Key = (typeof keys)[number];
const right: Readonly<Record<Key, Answered>> = {
  deposit: answered(["It is 350 crowns.", ["boathouse-rules.md", "a key is 350 crowns"]]),
  group: answered(["Night rowing.", ["people.md", "leads the night-rowing group"]]),
  rent: notFound,
  weekday: answered(
    ["In summer on Thursdays.", ["boathouse-rules.md", "open late on Thursdays"]],
    ["In winter on Mondays.", ["people.md", "open late on Mondays"]],
  ),
  heavier: answered(["The Heron is heavier than the Plover.", ["boats.md", "96 kilograms"]]),
};

function questionOf(key: Key): ProbeQuestion {
  const question = probeQuestions[keys.indexOf(key)];
  if (!question) throw new Error(`There is no question about ${key}.`);
  return question;
}

function judge(key: Key, { answer, trace }: Answered): ProbeFault | null {
  return faultOf(questionOf(key), answer, trace);
}

describe("a probe's judgement of answers", () => {
  it("finds no fault in correct answers", () => {
    expect(keys.map((key) => judge(key, right[key]))).toEqual(keys.map(() => null));
  });

  it("names the fault of a wrong answer", () => {
    expect(judge("deposit", answered(["400 crowns.", ["boathouse-rules.md", "350"]]))).toBe(
      "wrong",
    );
    expect(judge("deposit", answered(["It is 350 crowns."]))).toBe("uncited");
    expect(judge("deposit", answered(["It is 350.", ["boats.md", "96 kilograms"]]))).toBe(
      "uncited",
    );
    expect(judge("deposit", notFound)).toBe("not-found");
    expect(judge("rent", answered(["It is 350.", ["boathouse-rules.md", "350"]]))).toBe("invented");
    expect(judge("weekday", answered(["On Thursdays.", ["boathouse-rules.md", "Thursdays"]]))).toBe(
      "wrong",
    );
    const both = answered(["Thursdays and Mondays.", ["boathouse-rules.md", "Thursdays"]]);
    expect(judge("weekday", both)).toBe("uncited");
    const reversed = "The Plover is heavier than the Heron.";
    expect(judge("heavier", answered([reversed, ["boats.md", "96 kilograms"]]))).toBe("wrong");
  });

  it("does not accept “not found” without a successful call", () => {
    expect(judge("rent", outcome("not-found", {}, []))).toBe("no-call");
    const failed = [{ type: "call", failed: true }];
    expect(judge("rent", outcome("not-found", {}, failed))).toBe("no-call");
  });

  it("counts a reply as unreadable if it took a simpler request", () => {
    const steps = [call, { type: "note", kind: "fallback", text: "" }];
    expect(judge("rent", outcome("not-found", {}, steps))).toBe("unreadable");
    expect(judge("rent", outcome("passages"))).toBe("unreadable");
  });

  it("does not hold a failing device or server against the model", () => {
    const turn = (code: string) => ({ type: "turn", failure: { code, message: "Why." } });
    const { trace } = outcome("passages", {}, [turn("endpoint-failed")]);
    expect(failureOf(trace)).toMatchObject({ code: "endpoint-failed", message: "Why." });
    expect(failureOf(outcome("passages", {}, [turn("context-exceeded")]).trace)).toBeNull();
    expect(failureOf(notFound.trace)).toBeNull();
  });
});

/** Asks all questions, which are answered wrong if they are named. */
async function probed(wrong: readonly Key[]) {
  const questions: string[] = [];
  const progress: ProbeProgress[] = [];
  const result = await askAll(
    async (question) => {
      questions.push(question);
      const key = keys[probeQuestions.findIndex(({ text }) => text === question)] ?? "rent";
      const wrongAnswer = key === "rent" ? answered(["5.", ["boats.md", "5"]]) : notFound;
      return wrong.includes(key) ? wrongAnswer : right[key];
    },
    { deadline: never, onProgress: (each) => progress.push(each) },
  );
  expect(questions).toEqual(probeQuestions.slice(0, questions.length).map(({ text }) => text));
  expect(progress.map((each) => each.asked)).toEqual(questions.map((_, index) => index));
  return result;
}

describe("a probe", () => {
  it("a probe ends with tools as soon as four answers are right", async () => {
    const result = await probed([]);
    expect(result).toMatchObject({ strategy: "auto-tools", right: 4, asked: 4, reason: "answers" });
    const allButOne = { strategy: "auto-tools", right: 4, asked: 5 };
    expect(await probed(["group"])).toMatchObject(allButOne);
    expect((await probed(["group"])).faults).toEqual([null, "not-found", null, null, null]);
  });

  it("a probe ends with a guide as soon as two answers are wrong", async () => {
    const guided = { strategy: "guided", reason: "answers" };
    expect(await probed(["deposit", "group"])).toMatchObject({ ...guided, right: 0, asked: 2 });
    expect(await probed(["rent", "heavier"])).toMatchObject({ ...guided, right: 3, asked: 5 });
  });

  it("a probe ends with a guide at the deadline", async () => {
    const deadline = new AbortController();
    let count = 0;
    const result = await askAll(
      (_, { signal }) => {
        if (++count === 1) return Promise.resolve(right.deposit);
        deadline.abort(new Error("It is late."));
        return Promise.reject(signal.reason);
      },
      { deadline: deadline.signal },
    );
    expect(result).toMatchObject({ strategy: "guided", right: 1, asked: 1, reason: "time" });
    // Four right answers that came just in time count.
    const late = new AbortController();
    let next = 0;
    const ask: AskProbe = async () => {
      const key = keys[next++] ?? "rent";
      if (next === 4) late.abort();
      return right[key];
    };
    expect(await askAll(ask, { deadline: late.signal })).toMatchObject({ strategy: "auto-tools" });
  });

  it("rejects with its signal's reason, before and during a question", async () => {
    const reason = new Error("Enough.");
    const ask: AskProbe = (_, { signal }) => Promise.reject(signal.reason);
    const calls = { deadline: never, signal: AbortSignal.abort(reason) };
    await expect(askAll(ask, calls)).rejects.toBe(reason);
    const abort = new AbortController();
    const asking = askAll(
      (_, { signal }) => {
        abort.abort(reason);
        return Promise.reject(signal.reason);
      },
      { deadline: never, signal: abort.signal },
    );
    await expect(asking).rejects.toBe(reason);
  });

  it("rejects with the error that prevents an answer", async () => {
    const lost = outcome("passages", {}, [
      { type: "turn", failure: { code: "device-lost", message: "It is gone." } },
    ]);
    const asking = askAll(async () => lost, { deadline: never });
    await expect(asking).rejects.toMatchObject({ code: "device-lost" });
    const closed = new Error("Closed.");
    await expect(askAll(() => Promise.reject(closed), { deadline: never })).rejects.toBe(closed);
  });
});

describe("the documents of the probe", () => {
  it("the documents of the probe contain what right answers cite, each in one document", async () => {
    const texts = await Promise.all(
      probeFiles().map(async ({ path, file }) => [path, await file.text()] as const),
    );
    for (const { path, words } of probeQuestions.flatMap(({ cites }) => cites)) {
      const found = texts.filter(([, text]) => words.test(text)).map(([name]) => name);
      expect(found).toEqual([path]);
    }
  });
});
