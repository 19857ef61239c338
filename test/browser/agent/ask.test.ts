import { deleteDB } from "idb";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type ScriptedModel,
  scriptedModel,
} from "../../../src/evaluation/testing/scripted-model.js";
import {
  type AskEvent,
  type AskOptions,
  type EvidenceId,
  type LanguageModel,
  Pagehound,
  parseTrace,
  type Tool,
} from "../../../src/index.js";

const name = "ask-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 1 };
const workers: Worker[] = [];
let hound: Pagehound;
let heliostats: EvidenceId;

const plant = "The heliostat field has 4212 mirrors.\n\nThey are washed each spring by two people.";

async function add(path: string, text: string): Promise<void> {
  for await (const event of hound.add([{ path, file: new Blob([text]) }])) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
}

beforeAll(async () => {
  // Workers are recorded with their URLs, so that a particular one can be made to fail.
  const Original = Worker;
  vi.stubGlobal(
    "Worker",
    class extends Original {
      constructor(url: string | URL, settings?: WorkerOptions) {
        super(url, settings);
        if (String(url).includes("agent.worker")) workers.push(this);
      }
    },
  );
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
  await add("plant.txt", plant);
  await add(
    "cats.txt",
    "Cats sleep a lot. Some of them, when nobody looks, dream of mirrors, of milk, and of mice that run slowly.",
  );
  const [hit] = (await hound.search("heliostat")).hits;
  heliostats = hit?.id ?? missing();
});
afterAll(() => {
  hound.close();
  vi.unstubAllGlobals();
});

const act = (...calls: object[]) => ({ reply: { thought: "go on", calls } });
const call = (tool: string, args: object) => ({ tool, arguments: args });
const search = () => act(call("search", { query: "mirrors" }));
const nothingFound = { enough: false, missing: "crossings", sentences: [] };
const claim = (text: string, id: string, quote: string) =>
  act(
    call("answer", {
      enough: true,
      missing: "",
      sentences: [{ text, citations: [{ id, quote }] }],
    }),
  );
const mirrors = () => claim("There are 4212 mirrors.", heliostats, "has 4212 mirrors");

async function ask(question: string, options: AskOptions = {}): Promise<AskEvent[]> {
  const events: AskEvent[] = [];
  for await (const event of hound.ask(question, options)) events.push(event);
  return events;
}

function answerOf(events: readonly AskEvent[]) {
  const last = events.at(-1);
  if (last?.type !== "answer") throw new Error(`The last event is ${last?.type}.`);
  return last;
}

const types = (events: readonly AskEvent[]) => events.map(({ type }) => type);

/** A model that never answers, with promises for when it is asked and when it is stopped. */
function silentModel(): { model: LanguageModel; called: Promise<void>; stopped: Promise<void> } {
  const called = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const { info } = scriptedModel([]);
  const model: LanguageModel = {
    info,
    complete: (_request, call) => {
      called.resolve();
      return new Promise((_resolve, reject) => {
        call?.signal?.addEventListener("abort", () => {
          stopped.resolve();
          reject(call.signal?.reason);
        });
      });
    },
    unload: async () => {},
  };
  return { model, called: called.promise, stopped: stopped.promise };
}

describe("asking with a model", () => {
  it("reports each step, and ends with an answer whose citations were checked", async () => {
    const model = scriptedModel([search(), mirrors()]);
    const events = await ask("How many mirrors?", { model, strategy: "tools" });
    model.finish();
    expect(types(events)).toEqual(
      expect.arrayContaining(["run-start", "turn-start", "tool-call", "tool-result", "answer"]),
    );
    const { answer, conversation } = answerOf(events);
    expect(answer).toMatchObject({ kind: "answered", question: "How many mirrors?" });
    expect(answer.sentences).toMatchObject([
      {
        text: "There are 4212 mirrors.",
        supported: true,
        citations: [{ path: "plant.txt", page: 1, quote: "has 4212 mirrors" }],
      },
    ]);
    expect(conversation).toBeNull();
  });

  it("searches only the requested documents", async () => {
    const documents = await hound.documents();
    const cats = documents.filter(({ path }) => path === "cats.txt").map(({ id }) => id);
    const model = scriptedModel([search(), mirrors(), mirrors()]);
    const events = await ask("How many?", { model, strategy: "tools", documents: cats });
    const result = events.find(({ type }) => type === "tool-result");
    expect(result).toMatchObject({ text: expect.not.stringContaining("plant.txt") });
    expect(answerOf(events).answer.sentences.filter(({ supported }) => supported)).toEqual([]);
  });

  it("stops the model at once when its signal aborts", async () => {
    const { model, called, stopped } = silentModel();
    const abort = new AbortController();
    const answer = ask("How many?", { model, signal: abort.signal });
    await called;
    abort.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await stopped;
  });

  it("stops the model when the caller leaves the loop over events", async () => {
    const { model, called, stopped } = silentModel();
    for await (const event of hound.ask("How many?", { model })) {
      if (event.type !== "turn-start") continue;
      await called;
      break;
    }
    await stopped;
  });

  it("answers with the best passages when the model fails, and says why", async () => {
    const model: LanguageModel = {
      ...scriptedModel([]),
      info: scriptedModel([]).info,
      complete: async () => {
        throw new Error("no power");
      },
    };
    const { answer } = answerOf(await ask("How many mirrors?", { model }));
    expect(answer).toMatchObject({ kind: "passages", reason: "The model failed: no power" });
    expect(answer.passages[0]).toMatchObject({ path: "plant.txt" });
  });

  it("rejects when the worker dies, and starts another for the next question", async () => {
    const { model, called, stopped } = silentModel();
    const answer = ask("How many?", { model });
    await called;
    const started = workers.length;
    workers.at(-1)?.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    await expect(answer).rejects.toMatchObject({ code: "worker-failed" });
    await stopped;
    expect(answerOf(await ask("How many mirrors?")).answer.kind).toBe("passages");
    expect(workers).toHaveLength(started + 1);
  });

  it("answers several questions at once", async () => {
    const models = [1, 2, 3].map(() => scriptedModel([search(), mirrors()]));
    const all = models.map((model) => ask("How many mirrors?", { model, strategy: "tools" }));
    for (const events of await Promise.all(all)) {
      expect(answerOf(events).answer.kind).toBe("answered");
    }
  });
});

describe("asking without a model", () => {
  it("returns the best passages, with the answering part marked", async () => {
    const { answer } = answerOf(await ask("How many mirrors does the heliostat field have?"));
    expect(answer).toMatchObject({ kind: "passages", reason: null, sentences: [] });
    const [best] = answer.passages;
    const marked = best?.marked.map(({ start, end }) => best.text.slice(start, end)).join(" ");
    expect(marked).toContain("4212 mirrors");
    expect(answer.coverage).toMatchObject({ documents: 2 });
  });

  it("returns at most as many passages as requested", async () => {
    const { answer } = answerOf(await ask("mirrors", { passages: 1 }));
    expect(answer.passages).toHaveLength(1);
  });
});

describe("invalid questions", () => {
  it.each<[string, string, AskOptions, RegExp]>([
    ["an empty question", "  \n", {}, /^The question is empty/],
    ["no calls", "How many?", { calls: 0 }, /from 1 to 15, not 0/],
    ["too many calls", "How many?", { calls: 16 }, /from 1 to 15, not 16/],
    ["half a passage", "How many?", { passages: 0.5 }, /passages must be a whole number/],
    [
      "an unknown strategy",
      "How many?",
      { strategy: "guess" as "auto" },
      /Choose one of: auto, auto-tools, guided, full-document, retrieve/,
    ],
  ])("rejects an invalid question: %s", async (_, question, options, message) => {
    await expect((async () => ask(question, options))()).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(message),
    });
  });

  it("rejects a question without documents", async () => {
    await expect(ask("How many?", { documents: [] })).rejects.toMatchObject({
      code: "no-documents",
    });
  });
});

describe("page tools", () => {
  const price: Tool = {
    name: "price",
    description: "The price of a thing.",
    parameters: { type: "object", properties: { thing: { type: "string" } }, required: ["thing"] },
    readOnly: true,
    run: async ({ thing }) => ({ text: `${thing}: 4 pounds`, evidence: [], summary: "a price" }),
  };
  const pay: Tool = {
    ...price,
    name: "pay",
    readOnly: false,
    run: async () => ({ text: "paid", evidence: [], summary: "paid" }),
  };
  const asking = (tool: string) => scriptedModel([act(call(tool, { thing: "tea" })), mirrors()]);
  const askWith = (model: ScriptedModel, more: AskOptions) =>
    ask("How many mirrors?", { model, strategy: "tools", ...more });
  const outcome = (events: readonly AskEvent[]) =>
    events.find(({ type }) => type === "tool-result" || type === "tool-error");

  it("gives page tools a reader limited to the question's documents", async () => {
    const documents = (await hound.documents()).filter(({ path }) => path === "cats.txt");
    const list: Tool = {
      ...price,
      run: async (_args, { reader, budget, seen }) => {
        const paths = (await reader.documents()).map(({ path }) => path);
        const text = `${paths} ${budget.limit > 0} ${seen.length}`;
        return { text, evidence: [], summary: "a list" };
      },
    };
    const events = await askWith(asking("price"), {
      tools: [list],
      documents: documents.map(({ id }) => id),
    });
    expect(outcome(events)).toMatchObject({
      type: "tool-result",
      text: expect.stringContaining("cats.txt true 0"),
    });
  });

  it("remembers tools that the model had to find until the conversation is deleted", async () => {
    const many = Array.from({ length: 200 }, (_, number): Tool => {
      const description = `Measures the mirrors of boiler number ${number} and tells since when.`;
      return { ...price, name: `boiler_${number}`, description };
    });
    const tools = [...many, { ...price, name: "mow_lawn", description: "Mows the lawn." }];
    const mow = act(call("mow_lawn", { thing: "all of it" }));
    const find = act(call("find_tools", { query: "mow the lawn" }));
    const conversation = crypto.randomUUID();
    const promptOf = ({ requests }: ScriptedModel) => requests[0]?.messages[0]?.content ?? "";
    const first = scriptedModel([find, mow, mirrors()]);
    const events = await askWith(first, { tools, conversation });
    expect(events.filter(({ type }) => type === "tool-result")).toHaveLength(2);
    expect(promptOf(first)).toContain("- boiler_");
    expect(promptOf(first)).not.toContain("- mow_lawn(");
    expect(await hound.conversations.replay(answerOf(events).trace)).toMatchObject({ same: true });
    // The first turn makes the question self-contained.
    const rewrite = { reply: { question: "How many mirrors?", queries: ["mirrors"] } };
    const second = scriptedModel([rewrite, mirrors()]);
    await askWith(second, { tools, conversation });
    expect(promptOf(second)).toContain("- mow_lawn(");
    // A called tool remembers the question as an example; a question that is not stored is not
    // remembered.
    const learned = [{ tool: "mow_lawn", questions: ["How many mirrors?"] }];
    expect(await hound.toolExamples.list()).toEqual(learned);
    const other = "Who washes the mirrors of the field?";
    const third = scriptedModel([find, mow, mirrors()]);
    await ask(other, { model: third, strategy: "tools", tools });
    expect(promptOf(third)).toContain("- mow_lawn(");
    expect(await hound.toolExamples.list()).toEqual(learned);
    const another = await ask(other, {
      model: scriptedModel([find, mow, mirrors()]),
      ...{ strategy: "tools", tools, conversation: "new" },
    });
    expect((await hound.toolExamples.list())[0]?.questions).toHaveLength(2);
    // Deleting a conversation also deletes its examples.
    await hound.conversations.remove(answerOf(another).conversation ?? "");
    expect(await hound.toolExamples.list()).toEqual(learned);
    await hound.toolExamples.forget();
    expect(await hound.toolExamples.list()).toEqual([]);
    const fourth = scriptedModel([mirrors()]);
    await ask(other, { model: fourth, strategy: "tools", tools });
    expect(promptOf(fourth)).not.toContain("- mow_lawn(");
    await hound.conversations.remove(conversation);
  });

  it("reuses notes on where answers were found, and lets people edit, delete and restore them", async () => {
    await add(
      "fleet.html",
      "<h1>Fleet report</h1><p>All ferries.</p><h2>Crossings</h2><table><tr><th></th><th>2023</th><th>2024</th></tr><tr><td>Harbour ferry</td><td>310</td><td>328</td></tr><tr><td>Night ferry</td><td>52</td><td>61</td></tr></table>",
    );
    const { hits } = await hound.search("harbour ferry");
    const row = hits.find(({ path }) => path === "fleet.html")?.id ?? missing();
    const answers = claim("The harbour ferry made 328 crossings.", row, "Harbour ferry 310 328");
    const looks = act(call("search", { query: "harbour ferry crossings" }));
    const question = "How many crossings did the harbour ferry make in 2024?";
    const options = { strategy: "tools", conversation: crypto.randomUUID() } as const;
    const first = scriptedModel([looks, answers]);
    const opening = ({ requests }: ScriptedModel) => JSON.stringify(requests[0]?.messages);
    const events = await ask(question, { ...options, model: first });
    expect(answerOf(events).answer.sentences[0]?.supported).toBe(true);
    expect(opening(first)).not.toContain("<sources>");
    const [guide, ...others] = await hound.guides.list();
    expect(others).toEqual([]);
    expect(guide).toMatchObject({
      text: "Under “Crossings” (page 1), row “Harbour ferry”; found by “harbour ferry crossings”",
      ...{ questions: [question], ledTo: 1, ledNowhere: 0 },
      place: {
        ...{ page: 1, heading: "Crossings", rows: ["Harbour ferry"] },
        query: "harbour ferry crossings",
      },
    });
    const id = guide?.id ?? missing();
    // The note leads to the document for a similar question, and not for an unrelated one.
    const like = "How many crossings did the harbour ferry make in 2023?";
    const [best] = await hound.findSources(like);
    expect(best).toMatchObject({ path: "fleet.html", guides: [{ id, text: guide?.text }] });
    expect(best?.description).toBe("Fleet report; about: Crossings");
    expect((await hound.findSources("Who washes the mirrors?"))[0]?.guides).toEqual([]);
    await hound.guides.edit(id, "See the table of crossings; figures are trips.");
    const second = scriptedModel([
      act(call("answer", nothingFound)),
      act(call("answer", nothingFound)),
    ]);
    const again = await ask(like, { strategy: "tools", conversation: "new", model: second });
    expect(opening(second)).toContain("See the table of crossings");
    expect(await hound.conversations.replay(answerOf(again).trace)).toMatchObject({ same: true });
    expect((await hound.guides.list())[0]).toMatchObject({ ledTo: 1, ledNowhere: 1 });
    await expect(hound.guides.edit("nobody", "x")).rejects.toMatchObject({ code: "not-found" });
    // Text that a person wrote outlives the conversation; the questions do not.
    await hound.conversations.remove(options.conversation);
    expect(await hound.guides.list()).toMatchObject([{ id, questions: [], edited: true }]);
    const kept = await hound.guides.list();
    await hound.guides.remove();
    expect(await hound.guides.list()).toEqual([]);
    // A guide can be restored, unless it is invalid or its document is missing.
    await hound.guides.restore([...kept, { ...kept[0], id: "x", source: "gone" } as never]);
    expect(await hound.guides.list()).toEqual(kept);
    const none = hound.guides.restore([{ ...kept[0], questions: 1 } as never]);
    await expect(none).rejects.toMatchObject({ code: "invalid-argument" });
    await hound.guides.remove();
    // With learning off, answers leave no notes.
    await hound.guides.setLearning(false);
    expect(await hound.guides.learning()).toBe(false);
    const third = scriptedModel([looks, answers]);
    const last = await ask(question, { strategy: "tools", conversation: "new", model: third });
    expect(answerOf(last).answer.sentences[0]?.supported).toBe(true);
    expect(await hound.guides.list()).toEqual([]);
    await hound.guides.setLearning(true);
    expect(await hound.guides.learning()).toBe(true);
    // Where code guides a small model, places are found without a search that a note could name.
    const fourth = scriptedModel([]);
    const figure = "What was the night ferry in 2024?";
    const led = await ask(figure, { strategy: "guided", conversation: "new", model: fourth });
    expect(answerOf(led).answer.sentences[0]).toMatchObject({ supported: true });
    expect(await hound.guides.list()).toMatchObject([
      { text: "Under “Crossings” (page 1), row “Night ferry”", questions: [figure], ledTo: 1 },
    ]);
    await hound.guides.remove();
    await hound.conversations.remove(answerOf(led).conversation ?? "");
    await hound.conversations.remove(answerOf(last).conversation ?? "");
    await hound.conversations.remove(answerOf(again).conversation ?? "");
    await hound.remove([best?.document ?? missing()]);
  });

  it("reports a throwing tool to the model as an error", async () => {
    const broken: Tool = {
      ...price,
      run: async () => {
        throw new TypeError("no shop");
      },
    };
    const events = await askWith(asking("price"), { tools: [broken] });
    expect(outcome(events)).toMatchObject({
      type: "tool-error",
      message: "price failed (TypeError: no shop). Try another tool.",
    });
    expect(answerOf(events).answer.kind).toBe("answered");
  });

  it("stops page tools when the question is stopped", async () => {
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const slow: Tool = {
      ...price,
      run: (_args, { signal }) => {
        begun.resolve();
        signal.addEventListener("abort", () => stopped.resolve());
        return new Promise<never>(() => {});
      },
    };
    const abort = new AbortController();
    const answer = askWith(asking("price"), { tools: [slow], signal: abort.signal });
    await begun.promise;
    abort.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await stopped.promise;
  });

  it("does not offer tools with side effects if nobody can confirm their calls", async () => {
    // Sent as text, because the schema of the reply does not include the tool.
    const claims = JSON.stringify(act(call("pay", { thing: "tea" })).reply);
    const run = vi.fn(pay.run);
    const model = scriptedModel([claims, mirrors()]);
    const events = await askWith(model, { tools: [{ ...pay, run }] });
    expect(model.requests[0]?.messages[0]?.content).not.toMatch(/\bpay\b/);
    expect(outcome(events)).toMatchObject({ type: "tool-error" });
    expect(run).not.toHaveBeenCalled();
  });

  it("treats tools that do not declare readOnly as having side effects", async () => {
    const { readOnly: _, ...unmarked } = pay;
    const run = vi.fn(pay.run);
    const tools = [{ ...unmarked, run } as unknown as Tool];
    const claims = JSON.stringify(act(call("pay", { thing: "tea" })).reply);
    const model = scriptedModel([claims, mirrors()]);
    expect(outcome(await askWith(model, { tools }))).toMatchObject({ type: "tool-error" });
    expect(model.requests[0]?.messages[0]?.content).not.toMatch(/\bpay\b/);
    const confirm = vi.fn(() => false);
    const events = await askWith(asking("pay"), { tools, confirm });
    const about = { conversation: null, signal: expect.any(AbortSignal) };
    expect(confirm).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ name: "pay" }),
      { thing: "tea" },
      about,
    );
    expect(outcome(events)).toMatchObject({ message: expect.stringContaining("did not agree") });
    expect(run).not.toHaveBeenCalled();
  });

  it("calls tools with side effects if the person agrees", async () => {
    const confirm = vi.fn(async () => true);
    const events = await askWith(asking("pay"), { tools: [pay], confirm });
    expect(confirm).toHaveBeenCalledOnce();
    expect(outcome(events)).toMatchObject({ type: "tool-result" });
    const each = vi.fn(() => true);
    const twice = act(call("pay", { thing: "tea" }), call("pay", { thing: "milk" }));
    await askWith(scriptedModel([twice, mirrors()]), { tools: [pay], confirm: each });
    expect(each).toHaveBeenCalledTimes(2);
  });

  it("does not call tools with side effects after a refusal or the end of the question", async () => {
    const run = vi.fn(pay.run);
    const refused = await askWith(asking("pay"), {
      tools: [{ ...pay, run }],
      confirm: () => false,
    });
    expect(outcome(refused)).toMatchObject({
      type: "tool-error",
      message: expect.stringContaining("did not agree"),
    });
    const abort = new AbortController();
    const agreed = Promise.withResolvers<boolean>();
    const called = Promise.withResolvers<void>();
    const confirm = () => {
      called.resolve();
      return agreed.promise;
    };
    const late = askWith(asking("pay"), {
      tools: [{ ...pay, run }],
      confirm,
      signal: abort.signal,
    });
    await called.promise;
    abort.abort(new Error("enough"));
    await expect(late).rejects.toThrow("enough");
    agreed.resolve(true);
    await agreed.promise;
    await ask("mirrors");
    expect(run).not.toHaveBeenCalled();
  });

  it("validates tools before the question starts", async () => {
    const search: Tool = { ...price, name: "search" };
    await expect(askWith(scriptedModel([]), { tools: [search] })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

describe("replaying a trace", () => {
  const record = async (options: AskOptions = {}) => {
    const model = scriptedModel([search(), mirrors()]);
    const events = await ask("How many mirrors?", { model, strategy: "tools", ...options });
    return parseTrace(JSON.stringify(answerOf(events).trace));
  };
  afterEach(async () => {
    await add("plant.txt", plant);
  });

  it("repeats the calls and the answer without the model", async () => {
    expect(await hound.conversations.replay(await record())).toEqual({
      same: true,
      differences: [],
      changedDocuments: [],
    });
  });

  it("replays a question without a model with the same passages", async () => {
    const none = answerOf(await ask("How many mirrors?")).trace;
    expect(await hound.conversations.replay(none)).toMatchObject({ same: true });
  });

  it("matches re-added documents by their content", async () => {
    const trace = await record();
    const [document] = (await hound.documents()).filter(({ path }) => path === "plant.txt");
    await hound.remove([document?.id ?? missing()]);
    await add("plant.txt", plant);
    const [again] = (await hound.documents()).filter(({ path }) => path === "plant.txt");
    expect(again?.id).not.toBe(document?.id);
    expect(await hound.conversations.replay(trace)).toMatchObject({
      same: true,
      changedDocuments: [],
    });
  });

  it("reports a changed document, and how the answer differs from the recorded one", async () => {
    const trace = await record();
    await add("plant.txt", plant.replace("4212", "5000"));
    const { same, differences, changedDocuments } = await hound.conversations.replay(trace);
    expect(same).toBe(false);
    expect(changedDocuments).toEqual([{ path: "plant.txt", change: "changed" }]);
    // The model was not asked for a correction in the recording, which therefore has no such reply.
    expect(differences).toContainEqual(
      expect.objectContaining({ kind: "turns", recorded: "2 replies", replayed: "3 replies" }),
    );
    const sentence = differences.find(({ where }) => where === "sentence 1");
    expect(sentence?.recorded).toContain("There are 4212 mirrors.\nsupported");
  });

  it("ignores documents that were added since the recording", async () => {
    const trace = await record();
    await add("more.txt", "Mirrors, mirrors, and more mirrors.");
    expect(await hound.conversations.replay(trace)).toMatchObject({
      same: true,
      changedDocuments: [],
    });
    const [more] = (await hound.documents()).filter(({ path }) => path === "more.txt");
    await hound.remove([more?.id ?? missing()]);
  });

  it("replays the recorded results of page tools", async () => {
    const clock: Tool = {
      name: "clock",
      description: "The time.",
      parameters: { type: "object", properties: { zone: { type: "string" } } },
      readOnly: true,
      run: async () => ({ text: `It is ${performance.now()}.`, evidence: [], summary: "a time" }),
    };
    const model = scriptedModel([act(call("clock", { zone: "UTC" })), mirrors()]);
    const events = await ask("When?", { model, strategy: "tools", tools: [clock] });
    expect(await hound.conversations.replay(answerOf(events).trace)).toMatchObject({ same: true });
  });

  it("reports where the run diverges from the recording", async () => {
    const trace = await record();
    const cut = { ...trace, steps: trace.steps.filter((step) => step.type !== "turn") };
    const { same, differences } = await hound.conversations.replay(cut);
    expect(same).toBe(false);
    expect(differences.map(({ kind }) => kind)).toContain("turns");
  });

  it("rejects a value that is not a trace", async () => {
    const trace = await record();
    await expect(hound.conversations.replay({ ...trace, traceVersion: 99 })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

function missing(): never {
  throw new Error("Something that the test needs is missing.");
}
