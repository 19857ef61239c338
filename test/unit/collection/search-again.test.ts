import { expect, test } from "vitest";
import { FigureCollection } from "./figure-collection.js";

const filler =
  "Nothing of interest is written here about anything that matters to anybody. ".repeat(6);

test("adds the marks and the excerpt of each query to a passage that was found before", async () => {
  const collection = new FigureCollection();
  await collection.add("seas.md", `The gannet dives. ${filler}\nA heron waits in the reeds.\n`);
  const marked = async (query: string): Promise<[string[], string]> => {
    const { hits } = await collection.search(query, 5, false);
    const [hit] = hits;
    const at = hit?.span.start ?? 0;
    const words = hit?.marks.map(({ start, end }) => hit.text.slice(start - at, end - at)) ?? [];
    return [words, hit?.excerpt.text ?? ""];
  };
  const [first, again] = [await marked("gannets dive"), await marked("heron")];
  expect(first[0]).toEqual(["gannet", "dives"]);
  expect(first[1]).toMatch(/^The gannet dives/);
  expect(again[0]).toEqual(["heron"]);
  expect(again[1]).toContain("A heron waits");
  expect(await marked("gannets dive")).toEqual(first);
});

test("shows the row of each query below its years in a passage of a table", async () => {
  const collection = new FigureCollection();
  const rows = Array.from({ length: 30 }, (_, index) => `| Item ${index} | 1,${100 + index} | 2 |`);
  const head = ["| | 2022 | 2021 |", "|---|---|---|"];
  const table = [...head, "| Inventories | 407 | 306 |", ...rows, "| Goodwill | 9 | 8 |"];
  await collection.add("table.md", table.join("\n"));
  const excerpt = async (query: string): Promise<string> => {
    const { hits } = await collection.search(query, 5, false);
    return hits[0]?.excerpt.text ?? "";
  };
  expect(await excerpt("inventories")).toMatch(/2022\t2021[\s\S]*Inventories\t407/);
  expect(await excerpt("goodwill")).toMatch(/2022\t2021[\s\S]*Goodwill\t9/);
});

test("recognises a file name in a question, however short, if it is not an ordinary word", async () => {
  const collection = new FigureCollection();
  await collection.add("a1.md", "Herons wait in the reeds.");
  await collection.add("b2.md", "Herons wait near the weir.");
  const { hits, about } = await collection.search("herons in a1", 5, false);
  expect(hits[0]?.path).toBe("a1.md");
  expect(about?.documents.map(({ path }) => path)).toEqual(["a1.md"]);
});

test("combines copies into one hit even if their lines break elsewhere, but not texts that begin alike", async () => {
  const collection = new FigureCollection();
  const text = `Herons wait in the reeds. ${filler}`;
  await collection.add("one.md", text);
  await collection.add("two.md", text.replace("in the reeds", "in\nthe reeds"));
  await collection.add("three.md", text.replace("reeds", "marshes"));
  const { hits } = await collection.search("herons", 5, false);
  expect(hits.map(({ path, alsoIn = [] }) => [path, alsoIn.map((copy) => copy.path)])).toEqual([
    ["one.md", ["two.md"]],
    ["three.md", []],
  ]);
});
