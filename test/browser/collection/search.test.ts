import { deleteDB } from "idb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { fixture } from "../fixture.js";

const name = "pagehound-search-test";
let hound: Pagehound;

const texts: Record<string, string> = {
  "lease/2018.txt":
    "The notice period of the lease is three months. The rent is $1,577.00 a month.\n\nProperty, plant and equipment (PP&E) is depreciated over ten years.",
  "lease/2019.txt":
    "The period of notice was changed. Notice is given in writing. The rent is 1,640 a month.",
  "reports/boats.md":
    "# Boats\n\nA qersu is a kind of boat. It is rowed standing up.\n\n## Upkeep\n\nEvery qersu is tarred in spring.",
  "reports/garten.txt":
    "Die Bäume im Garten sind alt. Im Herbst fallen die Blätter von den Bäumen, und der Gärtner sammelt sie ein. Er ist nicht mehr jung und hat wenig Zeit für die Arbeit.",
  "reports/jardin.txt":
    "L’avion de la société vole au-dessus du jardin. Les enfants regardent le ciel, mais ils ne voient pas l’avion parce que les nuages sont trop bas pour eux.",
  "letters/Boering.txt": "Thank you for the cake. We ate all of it.",
  "tables/rent.csv": "year,rent\n2018,1577\n2019,1640",
};

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 2 });
  const files = Object.entries(texts).map(([path, text]) => ({ path, file: new Blob([text]) }));
  const pdf = { path: "fixtures/cjk.pdf", file: await fixture("pdf/cjk.pdf") };
  for await (const event of hound.add([...files, pdf])) expect(event.type).not.toMatch(/refused/);
});
afterAll(() => hound.close());

const found = async (query: string) =>
  (await hound.search(query)).hits.map(({ path }) => path).sort();

describe("query operators", () => {
  it.each([
    ['"notice period"', ["lease/2018.txt"]],
    ['"NOTICE  Period"', ["lease/2018.txt"]],
    ["“notice period”", ["lease/2018.txt"]],
    ['notice -"notice period"', ["lease/2019.txt"]],
    ["rent -notice", ["tables/rent.csv"]],
    ["tarred OR writing", ["lease/2019.txt", "reports/boats.md"]],
    ['rent "three months" OR writing', ["lease/2018.txt", "lease/2019.txt"]],
    ["deprec*", ["lease/2018.txt"]],
    ["depreciat*", ["lease/2018.txt"]],
    ["rent doc:lease", ["lease/2018.txt", "lease/2019.txt"]],
    ["rent doc:*.csv", ["tables/rent.csv"]],
    ["rent type:csv", ["tables/rent.csv"]],
    ["rent -type:csv -doc:2019", ["lease/2018.txt"]],
    ["qersu page:2", []],
    ["rent page:1-3 type:txt", ["lease/2018.txt", "lease/2019.txt"]],
  ])("finds the matching documents for the query: %s", async (query, paths) => {
    expect([...new Set(await found(query))]).toEqual(paths);
  });

  it("reports conditions that could not be used", async () => {
    const { ignored, hits } = await hound.search("rent type:boat");
    expect(ignored).toMatchObject([{ text: "type:boat", reason: expect.stringContaining("boat") }]);
    expect(hits).not.toEqual([]);
  });

  it("counts a page once even if the query requests it twice", async () => {
    const { coverage } = await hound.search("rent page:1,1-2 doc:lease");
    expect(coverage).toMatchObject({ documents: 2, pages: 2 });
  });

  it("counts only documents that pass the filters as covered", async () => {
    const { coverage } = await hound.search("rent doc:lease");
    expect(coverage).toMatchObject({ documents: 2, pages: 2 });
  });
});

describe("words", () => {
  it.each([
    ["1577", ["lease/2018.txt", "tables/rent.csv"]],
    ["$1,577.00", ["lease/2018.txt", "tables/rent.csv"]],
    ["PP&E", ["lease/2018.txt"]],
    ["baum", ["reports/garten.txt"]],
    ["Blatt OR gartner", ["reports/garten.txt"]],
    ["avions", ["reports/jardin.txt"]],
    ["societe", ["reports/jardin.txt"]],
  ])("finds %s however it is written", async (query, paths) => {
    expect([...new Set(await found(query))]).toEqual(paths);
  });

  it("finds words in text without spaces", async () => {
    const { hits } = await hound.search("自転車");
    expect(hits[0]?.path).toBe("fixtures/cjk.pdf");
  });

  it("names words that occur nowhere", async () => {
    const { unmatched, hits, corrections } = await hound.search("zebra rent");
    expect(unmatched).toEqual(["zebra"]);
    expect(corrections).toEqual([]);
    expect(hits).not.toEqual([]);
  });

  it("corrects typos if nothing is found, and reports the correction", async () => {
    const { hits, corrections, unmatched } = await hound.search("quersu");
    expect(corrections).toEqual([{ from: "quersu", to: "qersu" }]);
    expect(unmatched).toEqual(["quersu"]);
    expect(hits[0]?.path).toBe("reports/boats.md");
    expect(hits[0]?.marks.length).toBeGreaterThan(0);
  });

  it("corrects typos in alternatives", async () => {
    const { hits, corrections } = await hound.search("tarrred OR writting");
    expect(corrections.map(({ to }) => to).sort()).toEqual(["tarred", "writing"]);
    expect(new Set(hits.map(({ path }) => path))).toEqual(
      new Set(["lease/2019.txt", "reports/boats.md"]),
    );
  });

  it("answers a question with a typo, and reports the correction", async () => {
    const { corrections, unmatched, passages, text } = await hound.ask(
      "How long is the notice peroid of the lease?",
    );
    expect(corrections).toEqual([{ from: "peroid", to: "period" }]);
    expect(unmatched).toBeUndefined();
    expect(text).toBe("The notice period of the lease is three months.");
    expect(passages[0]).toMatchObject({ path: "lease/2018.txt", certainty: "likely" });
  });

  it("marks no more than a possible answer if a name was corrected", async () => {
    const { corrections, passages } = await hound.ask("What is a Qersuu, the kind of boat?");
    expect(corrections).toEqual([{ from: "Qersuu", to: "qersu" }]);
    expect(passages[0]).toMatchObject({ path: "reports/boats.md", certainty: "possible" });
  });

  it("does not correct to words that occur only in documents out of scope", async () => {
    const lease = (await hound.documents()).filter(({ path }) => path.startsWith("lease/"));
    const { hits, corrections } = await hound.search("quersu", {
      documents: lease.map(({ id }) => id),
    });
    expect({ hits, corrections }).toEqual({ hits: [], corrections: [] });
  });

  it("does not correct words that another document contains", async () => {
    const lease = (await hound.documents()).filter(({ path }) => path.startsWith("lease/"));
    const { hits, corrections } = await hound.search("qersu", {
      documents: lease.map(({ id }) => id),
    });
    expect({ hits, corrections }).toEqual({ hits: [], corrections: [] });
  });

  it("finds a document by words that occur only in its name", async () => {
    const { hits, corrections, unmatched } = await hound.search("boering");
    expect(hits.map(({ path }) => path)).toEqual(["letters/Boering.txt"]);
    expect({ corrections, unmatched }).toEqual({ corrections: [], unmatched: [] });
  });

  it("never corrects numbers", async () => {
    const { hits, corrections } = await hound.search("1578");
    expect(corrections).toEqual([]);
    expect(hits).toEqual([]);
  });
});

describe("a search within selected documents", () => {
  it("a search covers only the selected documents", async () => {
    const lease = (await hound.documents()).filter(({ path }) => path.startsWith("lease/"));
    const { hits, coverage } = await hound.search("rent", {
      documents: lease.map(({ id }) => id),
    });
    expect(hits.map(({ path }) => path).sort()).toEqual(["lease/2018.txt", "lease/2019.txt"]);
    expect(coverage.documents).toBe(2);
  });
});
