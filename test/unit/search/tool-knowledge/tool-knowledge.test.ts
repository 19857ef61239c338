import fc from "fast-check";
import { expect, test } from "vitest";
import { clausesOf } from "../../../../src/search/query/query-words.js";
import {
  type DescribedTool,
  toolDocumentOf,
} from "../../../../src/search/tool-knowledge/tool-document.js";
import {
  memoryToolStore,
  ToolKnowledge,
  type ToolStore,
} from "../../../../src/search/tool-knowledge/tool-knowledge.js";
import { tries } from "../../../tries.js";

const described: readonly DescribedTool[] = [
  {
    name: "getWaterQuality",
    description: "Returns the quality of the water of a lake or river.",
    parameters: {
      type: "object",
      properties: { place: { type: "string", description: "name of the lake" } },
    },
  },
  { name: "book_flight_2", description: "Books a flight from one airport to another." },
  {
    name: "convert",
    description: "Converts an amount of money.",
    parameters: {
      properties: {
        target: { enum: ["euros", "dollars"] },
        options: { properties: { rounding: { description: "decimals that are kept" } } },
      },
    },
  },
  { name: "wetter", description: "Sagt das Wetter für die nächsten Tage an einem Ort voraus." },
  { name: "mystery", topics: ["astrology"], questions: ["What does my horoscope say?"] },
];
const tools = described.map(toolDocumentOf);

async function knowledgeOf(store: ToolStore = memoryToolStore()): Promise<ToolKnowledge> {
  const knowledge = await ToolKnowledge.open(store);
  await knowledge.replace(tools);
  return knowledge;
}

async function first(knowledge: ToolKnowledge, request: string): Promise<string | undefined> {
  return (await knowledge.find(request, { limit: 3 }))[0]?.name;
}

test.each([
  ["Please tell me how clean the waters of the lake are.", "getWaterQuality"],
  ["I'd like to be booked on flights to Rome", "book_flight_2"],
  ["how many euros do I get", "convert"],
  ["keep two decimals", "convert"],
  ["Wie werden die Tage? Bitte das Wetter!", "wetter"],
  ["astrology", "mystery"],
  ["my horoscope", "mystery"],
])("finds the tool for %j", async (request, name) => {
  expect(await first(await knowledgeOf(), request)).toBe(name);
});

test("a request for several tasks finds the tool for each", async () => {
  const request =
    "I am planning a trip. Book a flight from Oslo airport to Rome airport. Then convert the money. Thank you!";
  const found = await (await knowledgeOf()).find(request, { limit: 2 });
  expect(found.map(({ name }) => name).sort()).toEqual(["book_flight_2", "convert"]);
});

test("splits a request at sentences but not at abbreviations", () => {
  expect(clausesOf("What is 4.5 Hz in the U.S. market?")).toEqual([]);
  expect(clausesOf('Send "Hi." Then call.\n- and wait; 天気は？明日は？')).toEqual([
    'Send "Hi."',
    "Then call.",
    "and wait;",
    "天気は？",
    "明日は？",
  ]);
  expect(clausesOf("Find a hotel and then book a taxi")).toEqual(["Find a hotel", "book a taxi"]);
});

test("does not store or index unchanged tools again", async () => {
  const store = memoryToolStore();
  const knowledge = await knowledgeOf(store);
  const stored: string[] = [];
  const change = store.change;
  store.change = (put, remove) => {
    stored.push(...put.map(({ name }) => name), ...remove);
    return change(put, remove);
  };
  const [water, ...others] = tools;
  if (!water) throw new Error("There is no tool.");
  const changes = await knowledge.replace([
    { ...water, description: "Tells whether one can bathe." },
    ...others.slice(1),
    toolDocumentOf({ name: "new_one", description: "Waters the garden." }),
  ]);
  expect(changes).toEqual({
    added: ["new_one"],
    updated: ["getWaterQuality"],
    removed: ["book_flight_2"],
    unchanged: ["convert", "wetter", "mystery"],
  });
  expect(stored).toEqual(["getWaterQuality", "new_one", "book_flight_2"]);
  expect(await first(knowledge, "bathing")).toBe("getWaterQuality");
  expect(await first(knowledge, "book a flight")).toBeUndefined();
  const reopened = await ToolKnowledge.open(store);
  expect(reopened.size).toBe(5);
  expect(await first(reopened, "bathing")).toBe("getWaterQuality");
});

test("a change that cannot be stored changes nothing", async () => {
  const store = memoryToolStore();
  const knowledge = await knowledgeOf(store);
  store.change = () => Promise.reject(new Error("full"));
  await expect(knowledge.remove(["convert"])).rejects.toThrow("full");
  expect(await first(knowledge, "convert money")).toBe("convert");
});

test("past questions find a tool, survive its update, and can be deleted", async () => {
  const store = memoryToolStore();
  const knowledge = await knowledgeOf(store);
  const request = "Will I need an umbrella?";
  expect(await first(knowledge, request)).toBeUndefined();
  await knowledge.addQuestion(["wetter"], "Do I need my umbrella  tomorrow?");
  await knowledge.addQuestion(["gone"], "Do I need my umbrella?");
  expect(await first(knowledge, request)).toBe("wetter");
  await knowledge.keep([toolDocumentOf({ name: "wetter", description: "Forecast" })]);
  const reopened = await ToolKnowledge.open(store);
  expect(await first(reopened, request)).toBe("wetter");
  expect([...(await reopened.pastQuestions())]).toEqual([
    ["wetter", ["Do I need my umbrella tomorrow?"]],
  ]);
  await reopened.forgetQuestions();
  expect(await first(reopened, request)).toBeUndefined();
  expect((await store.all()).flatMap(({ past }) => past)).toEqual([]);
});

test("finds a tool by vectors that shares no word with the request, making only missing vectors", async () => {
  const store = memoryToolStore();
  const made: number[] = [];
  const embedder = {
    model: "m@1",
    embed: async (texts: readonly string[], kind: "query" | "passage") => {
      if (kind === "passage") made.push(texts.length);
      return texts.map((text) => Float32Array.from(/flight|plane/.test(text) ? [1, 0] : [0, 1]));
    },
  };
  const knowledge = await ToolKnowledge.open(store, { embedder });
  await knowledge.replace(tools);
  await knowledge.makeVectors();
  await knowledge.keep([toolDocumentOf({ name: "mystery", description: "Tells the future." })]);
  await knowledge.makeVectors();
  expect(made).toEqual([5, 1]);
  expect(await first(knowledge, "a plane")).toBe("book_flight_2");
});

const names = fc.constantFrom("getA", "b_2", "list things", "sendMail", "看天气");
const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), names);
const documents = fc.array(
  fc
    .record({ name: names, description: text, topics: fc.array(text, { maxLength: 2 }) })
    .map(toolDocumentOf),
  { maxLength: 6 },
);

test("an index finds the same tools in the same order as a new one after any changes", async () => {
  const step = fc.record({ keep: documents, remove: fc.array(names, { maxLength: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 4 }), text, async (steps, request) => {
      const knowledge = await ToolKnowledge.open(memoryToolStore());
      const expected = new Map<string, (typeof tools)[number]>();
      for (const { keep, remove } of steps) {
        await knowledge.keep(keep);
        await knowledge.remove(remove);
        for (const tool of keep) expected.set(tool.name, tool);
        for (const name of remove) expected.delete(name);
      }
      const fresh = await ToolKnowledge.open(memoryToolStore());
      await fresh.replace([...expected.values()].reverse());
      const found = await knowledge.find(request, { limit: 10 });
      expect(await fresh.find(request, { limit: 10 })).toEqual(found);
      const among = (name: string) => name !== found[0]?.name;
      const others = await knowledge.find(request, { limit: 10, among });
      expect(others.map(({ name }) => name)).not.toContain(found[0]?.name);
    }),
    { numRuns: tries(40, 1000) },
  );
});

test("rebuilds an index with many removed tools", async () => {
  const knowledge = await ToolKnowledge.open(memoryToolStore());
  const many = Array.from({ length: 450 }, (_, number) =>
    toolDocumentOf({ name: `tool_${number}`, description: `Counts kind ${number} of sheep.` }),
  );
  await knowledge.replace(many);
  await knowledge.replace(many.slice(0, 10));
  expect(await first(knowledge, "count sheep of kind 7")).toBe("tool_7");
  expect(await knowledge.find("sheep", { limit: 20 })).toHaveLength(10);
});
