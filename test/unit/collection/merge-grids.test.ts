import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type KeptDefinition,
  mergedDefinition,
  replacesAnswer,
} from "../../../src/collection/merge-grids.js";
import { completeColumns, type GridAnswer, maxColumns } from "../../../src/core/grid.js";
import { answerTo, documentAt } from "../grid/sample.js";

const columnsOf = (...names: string[]) =>
  completeColumns(names.map((name) => ({ id: name, question: `What is ${name}?`, name })));

function definition(names: readonly string[], changes: Partial<KeptDefinition> = {}) {
  const dates = { createdAt: 1, updatedAt: 1 };
  return {
    id: "g",
    title: "Here",
    columns: columnsOf(...names),
    documents: null,
    ...dates,
    ...changes,
  };
}

const namesOf = ({ columns }: KeptDefinition) => columns.map(({ name }) => name);
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it("a merge takes title, questions and order from the definition that was changed later", () => {
  const here = definition(["a", "b"], { updatedAt: 5 });
  const [b, a] = columnsOf("b", "a");
  if (!a || !b) throw new Error("There are no columns.");
  const columns = [b, { ...a, question: "How much is a?" }];
  const imported = definition([], { columns, title: "There", createdAt: 0 });
  const later = mergedDefinition(here, { ...imported, updatedAt: 6 }).definition;
  expect(later).toEqual({ ...imported, updatedAt: 6 });
  for (const updatedAt of [4, 5]) {
    const earlier = mergedDefinition(here, { ...imported, updatedAt }).definition;
    expect(earlier).toEqual({ ...here, createdAt: 0 });
  }
});

it("a merge keeps the columns of both definitions, whichever was changed later", () => {
  const here = definition(["a", "mine"], { updatedAt: 5 });
  const later = mergedDefinition(here, definition(["a", "yours"], { updatedAt: 6 }));
  expect(namesOf(later.definition)).toEqual(["a", "yours", "mine"]);
  const earlier = mergedDefinition(here, definition(["a", "yours"], { updatedAt: 4 }));
  expect(namesOf(earlier.definition)).toEqual(["a", "mine", "yours"]);
});

it("a merge neither restores a column that was removed here, nor removes an existing one", () => {
  const here = definition(["a", "b"], { removedColumns: ["old"], updatedAt: 5 });
  const imported = definition(["a", "old"], { removedColumns: ["b", "c"], updatedAt: 6 });
  const { definition: merged, leftOut } = mergedDefinition(here, imported);
  expect(namesOf(merged)).toEqual(["a", "b"]);
  expect(merged.removedColumns).toEqual(["c", "old"]);
  expect(leftOut).toEqual([]);
});

it.each([4, 6])("a merge never exceeds 100 columns, and keeps the existing ones", (updatedAt) => {
  const here = definition(numbered("mine", 60), { updatedAt: 5 });
  const imported = definition(["mine3", ...numbered("yours", 60)], { updatedAt });
  const { definition: merged, leftOut } = mergedDefinition(here, imported);
  expect(merged.columns).toHaveLength(maxColumns);
  expect(namesOf(merged)).toEqual(expect.arrayContaining(numbered("mine", 60)));
  expect(leftOut.map(({ name }) => name)).toEqual(numbered("yours", 60).slice(40));
});

it("a repeated merge changes nothing", () => {
  const here = definition(numbered("mine", 90), { updatedAt: 5 });
  const imported = definition(numbered("yours", 30), { updatedAt: 6 });
  const once = mergedDefinition(here, imported);
  expect(mergedDefinition(once.definition, imported).leftOut).toEqual(once.leftOut);
  expect(namesOf(mergedDefinition(once.definition, imported).definition)).toEqual(
    namesOf(once.definition),
  );
});

it("a merge removes no existing row", () => {
  const row = (name: string) => ({ path: name, hash: name });
  const here = definition(["a"], { documents: [row("1"), row("2")], updatedAt: 5 });
  const imported = definition(["a"], { documents: [row("3"), row("1")] });
  const rows = (updatedAt: number) =>
    mergedDefinition(here, { ...imported, updatedAt }).definition.documents?.map(
      ({ path }) => path,
    );
  expect(rows(6)).toEqual(["3", "1", "2"]);
  expect(rows(4)).toEqual(["1", "2"]);
  const all = mergedDefinition(here, { ...imported, documents: null, updatedAt: 6 });
  expect(all.definition.documents).toBeNull();
});

const [column] = columnsOf("a");
if (!column) throw new Error("There is no column.");
const answer = (changes: Partial<GridAnswer>) =>
  answerTo(column, documentAt(1), { madeAt: 10, ...changes });

it.each<
  [what: string, imported: Partial<GridAnswer>, here: Partial<GridAnswer>, replaces: boolean]
>([
  ["the same answer", {}, {}, false],
  ["an earlier answer", { madeAt: 9 }, {}, false],
  ["a later answer", { madeAt: 11 }, {}, true],
  ["a mark, where there was never one", { review: "wrong", reviewedAt: 12 }, {}, true],
  [
    "a mark that was removed here later",
    { review: "checked", reviewedAt: 12 },
    { review: null, reviewedAt: 13 },
    false,
  ],
  [
    "a mark that was set again after it was removed here",
    { review: "checked", reviewedAt: 14 },
    { review: null, reviewedAt: 13 },
    true,
  ],
  [
    "the removal of a mark that was set here earlier",
    { review: null, reviewedAt: 14 },
    { review: "checked", reviewedAt: 13 },
    false,
  ],
  [
    "the removal of a mark that was set here later",
    { review: null, reviewedAt: 12 },
    { review: "wrong", reviewedAt: 13 },
    false,
  ],
  [
    "a later unreviewed answer, where one was checked",
    { madeAt: 99 },
    { review: "checked", reviewedAt: 13 },
    false,
  ],
  [
    "a later answer, where one was marked as wrong",
    { madeAt: 99 },
    { review: "wrong", reviewedAt: 13 },
    false,
  ],
  [
    "a mark, where one was set at an unknown time",
    { review: "wrong", reviewedAt: 99 },
    { review: "checked" },
    false,
  ],
])(
  "replaces an existing answer by an imported one, or keeps it: %s",
  (_, imported, here, replaces) => {
    expect(replacesAnswer(answer(imported), answer(here), column)).toBe(replaces);
  },
);

const moments = fc.integer({ min: 0, max: 100 });
const answers = fc
  .record({
    madeAt: moments,
    review: fc.constantFrom("checked", "wrong", null),
    reviewedAt: fc.option(moments, { nil: undefined }),
    text: fc.constantFrom("a", "b"),
  })
  .map(answer);

it("no series of imports replaces an answer that was reviewed here, until its question changes", () => {
  fc.assert(
    fc.property(answers, fc.array(answers, { maxLength: 8 }), (first, imports) => {
      let here = first;
      for (const imported of imports) {
        const isMarked = here.review !== null;
        const next = replacesAnswer(imported, here, column) ? imported : here;
        if (isMarked) expect(next).toBe(here);
        here = next;
      }
    }),
  );
  const changed = { ...column, question: "How much is a?" };
  const imported = { ...answerTo(changed, documentAt(1)), madeAt: 99 };
  expect(replacesAnswer(imported, answer({ review: "checked", reviewedAt: 13 }), changed)).toBe(
    true,
  );
});
