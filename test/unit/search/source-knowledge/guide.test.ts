import { expect, test } from "vitest";
import {
  GuideBook,
  type GuideStore,
  guidesFor,
  isFaded,
} from "../../../../src/search/source-knowledge/guide.js";
import { memoryGuideStore } from "../../../memory-guide-store.js";

const question = "What was the discount rate of the pension plans in 2019?";

function bookAt(store: GuideStore = memoryGuideStore()): GuideBook {
  let time = 0;
  return new GuideBook(store, () => ++time);
}

test("a guide counts the answers it led to and keeps the last questions", async () => {
  const book = bookAt();
  const lesson = { source: "s", text: "  Under\n“Pensions” ", question };
  await book.learn([lesson]);
  for (let count = 1; count <= 12; count++) {
    await book.learn([{ ...lesson, question: `Question ${count}?` }]);
  }
  const [guide, ...others] = await book.all();
  expect(others).toEqual([]);
  expect(guide).toMatchObject({ text: "Under “Pensions”", ledTo: 13, createdAt: 1, usedAt: 13 });
  expect(guide?.questions).toHaveLength(10);
  expect(guide?.questions.at(-1)).toBe("Question 12?");
});

test("a guide that leads nowhere fades, until a person edits it", async () => {
  const book = bookAt();
  await book.learn([{ source: "s", text: "Under “Pensions”", question }]);
  const only = async () => (await book.all())[0] ?? expect.fail("no guide");
  const { id } = await only();
  await book.shown([id, "gone"], new Set(["s"]));
  expect(await only()).toMatchObject({ ledTo: 2, ledNowhere: 0 });
  for (let count = 0; count < 2; count++) await book.shown([id], new Set());
  expect(isFaded(await only())).toBe(false);
  expect(guidesFor(question, await book.all())).toHaveLength(1);
  await book.shown([id], new Set());
  expect(isFaded(await only())).toBe(true);
  expect(guidesFor(question, await book.all())).toEqual([]);
  expect(await book.edit(id, "Look in note 12.")).toBe(true);
  expect(guidesFor(question, await book.all())[0]?.guide.text).toBe("Look in note 12.");
  expect(await book.edit("gone", "x")).toBe(false);
  expect(await book.edit(id, " ")).toBe(true);
  expect(await book.all()).toEqual([]);
});

test("a book of guides keeps the best eight guides of a source, and none of a removed source", async () => {
  const book = bookAt();
  const lessons = Array.from({ length: 12 }, (_, number) => {
    return { source: "s", text: `Place ${number}`, question: `Question ${number}?` };
  });
  await book.learn([...lessons, { source: "other", text: "Place", question }]);
  await book.learn(lessons.slice(0, 1));
  const texts = (await book.all()).map(({ source, text }) => `${source} ${text}`);
  expect(texts).toHaveLength(9);
  expect(texts.slice(0, 3)).toEqual(["other Place", "s Place 0", "s Place 11"]);
  await book.keepSources((source) => source === "other");
  expect((await book.all()).map(({ source }) => source)).toEqual(["other"]);
});

test("forgetting questions also removes guides that served no other question", async () => {
  const book = bookAt();
  await book.learn([
    { source: "s", text: "Once", question },
    { source: "s", text: "Twice", question },
    { source: "s", text: "Twice", question: "Another?" },
  ]);
  await book.forgetQuestions([`${question} `]);
  expect((await book.all()).map(({ text, questions }) => [text, questions])).toEqual([
    ["Twice", ["Another?"]],
  ]);
  await book.remove();
  expect(await book.all()).toEqual([]);
});

test("a question finds the guides of similar questions", async () => {
  const book = bookAt();
  await book.learn([
    { source: "d2", text: "Under “Pensions”", question },
    { source: "d1", text: "Under “Dues”", question: "Who pays the harbour dues?" },
  ]);
  const near = guidesFor("Discount rate for the pension plans in 2018?", await book.all());
  expect(near.map(({ guide }) => guide.source)).toEqual(["d2"]);
  expect(near[0]?.likeness).toBeGreaterThan(0.5);
  expect(guidesFor("What did fuel cost?", await book.all())).toEqual([]);
});

test("skips invalid rows, and reports a failed write without losing other guides", async () => {
  const store = memoryGuideStore();
  const odd: GuideStore = {
    all: async () => [...(await store.all()), null, { id: "x" }, { id: 3, questions: [] }],
    change: async (put, remove) => {
      if (put.some(({ text }) => text === "full")) throw new Error("no room");
      await store.change(put, remove);
    },
  };
  const book = bookAt(odd);
  await book.learn([{ source: "s", text: "Under “Pensions”", question }]);
  await expect(book.learn([{ source: "s", text: "full", question }])).rejects.toThrow("no room");
  await book.learn([{ source: "s", text: "Later", question }]);
  expect((await book.all()).map(({ text }) => text)).toEqual(["Later", "Under “Pensions”"]);
});
