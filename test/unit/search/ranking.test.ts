import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DocumentPostingsBuilder,
  type IndexedPassage,
} from "../../../src/search/index/document-postings.js";
import { SearchIndex } from "../../../src/search/index/search-index.js";
import { parseQuery } from "../../../src/search/query/query-language.js";
import { toIndexQuery } from "../../../src/search/query/to-index-query.js";
import { addPage } from "./add-page.js";

interface TestPage {
  readonly passages: readonly (string | IndexedPassage)[];
  readonly margins?: string;
}

/** An index of documents made of pages, numbered in the order of the list. */
function indexOf(...documents: readonly (readonly TestPage[])[]): SearchIndex {
  const index = new SearchIndex();
  documents.forEach((pages, document) => {
    const builder = new DocumentPostingsBuilder("en");
    for (const { passages, margins = "" } of pages) {
      addPage(
        builder,
        passages.map((each) => (typeof each === "string" ? { text: each, heading: "" } : each)),
        margins,
      );
    }
    index.add(document, builder.finish(`document ${document}`, ""));
  });
  return index;
}

/** The passages found, as "document.passage", best first. */
function found(index: SearchIndex, query: string, documents: readonly number[] = [0]): string[] {
  const scope = new Set(documents);
  const indexQuery = toIndexQuery(query, parseQuery(query), index.context(scope));
  return index
    .search(indexQuery.query, scope)
    .take(100)
    .map(({ document, passage }) => `${document}.${passage}`);
}

const all = new Set([0]);
const page = (...passages: TestPage["passages"]): TestPage => ({ passages });
const filler = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    page(`The company reports sales of segment ${number} and what it did in the year.`),
  );

describe("finding a passage", () => {
  it("finds a passage by the heading it is under", () => {
    const index = indexOf([
      page({ text: "Cash 12 15\nInventories 7 9", heading: "Balance sheet" }),
      page("The balance of power shifted."),
    ]);
    expect(found(index, "balance sheet")[0]).toBe("0.0");
  });

  it("finds a passage by the first words of its page rather than by words elsewhere on a page", () => {
    const body = "Sums that were paid in the year to people who are not named here.".repeat(4);
    const index = indexOf([
      page(`${body} See the statement of income.`, "Total 1 2 3"),
      page("Statement of income", "Total 4 5 6"),
    ]);
    expect(found(index, "total statement of income")[0]).toMatch(/^0\.[23]$/);
  });

  it("finds a passage by its numbers if the query has a number", () => {
    const index = indexOf([
      page("Revenue grew strongly in 2018, as had been planned, in all regions and for all goods."),
      page("Revenue 2018 1,204 1,377 1,562 12.5 % 14.2 %"),
    ]);
    expect(found(index, "revenue 2018")[0]).toBe("0.1");
    expect(found(index, "revenue")).toHaveLength(2);
  });

  it.each([
    ["Q22018", "0.1"],
    ["Q318", "0.1"],
    ["H100", "0.0"],
  ])(
    "finds a passage by its numbers if the query has a quarter with its year: for %s, %s comes first",
    (query, first) => {
      const index = indexOf([
        page("Revenue grew, as had been planned, in all regions and for all goods."),
        page(
          "Revenue of all goods, of all regions, and of all else: 1,204 1,377 1,562 12.5 % 14.2 %",
        ),
      ]);
      expect(found(index, `revenue ${query}`)[0]).toBe(first);
    },
  );

  it("finds a passage by an abbreviation or its long form", () => {
    const index = indexOf([
      page("We own property, plant and equipment (PP&E) in four countries."),
      page("Property, plant and equipment is depreciated."),
      page("PP&E rose."),
      page("Taxes fell."),
    ]);
    expect(found(index, "PP&E").sort()).toEqual(["0.0", "0.1", "0.2"]);
    expect(found(index, "property plant equipment").sort()).toEqual(["0.0", "0.1", "0.2"]);
  });
});

describe("a document's name", () => {
  it("a document's name does not outweigh the passages if most names contain the word", () => {
    const index = new SearchIndex();
    const texts = [
      "We had water at lunch.",
      "Widget corrosion in salt water: what was found.",
      "Nothing of note.",
      "Nothing else.",
    ];
    texts.forEach((text, document) => {
      const builder = new DocumentPostingsBuilder("en");
      addPage(builder, [{ text, heading: "" }], "");
      index.add(document, builder.finish(document === 1 ? "a" : `report ${document}`, text));
    });
    expect(found(index, "widget corrosion in salt water report", [0, 1, 2, 3])[0]).toBe("1.0");
  });
});

describe("a word of a document's name", () => {
  it("a word of a document's name counts little if other documents' names begin with it", () => {
    const index = new SearchIndex();
    const others = Array.from({ length: 20 }, (_, number) => {
      return `Today we discuss the remote control and its ${number % 2 === 0 ? "lights" : "keys"}.`;
    });
    const texts = [...others, "The remote control has lights and keys: users asked for them."];
    texts.forEach((text, document) => {
      const builder = new DocumentPostingsBuilder("en");
      addPage(builder, [{ text, heading: "" }], "");
      index.add(document, builder.finish(document === 0 ? "remote control" : "meeting", text));
    });
    const question = "Why does the remote control have lights and keys?";
    expect(found(index, question, [...texts.keys()])[0]).toBe("20.0");
  });

  it("a word of a document's name decides if no other document begins with it", () => {
    const index = new SearchIndex();
    ["Plan", "Norfield", "Plan"].forEach((name, document) => {
      const builder = new DocumentPostingsBuilder("en");
      addPage(builder, [{ text: "The price of the remote control is low.", heading: "" }], "");
      index.add(document, builder.finish(name, "The remote control."));
    });
    const question = "What is the price of Norfield's remote control?";
    expect(found(index, question, [0, 1, 2])[0]).toBe("1.0");
  });
});

describe("a rare word", () => {
  it("a rare word decides in a large collection, however long the question", () => {
    const index = indexOf([...filler(2_500), page("A qersu is rowed standing up.")]);
    const query =
      "What does the company report of the sales of segment 7 and of segment 9 and of what it did in the year, and what is a qersu?";
    expect(found(index, query)[0]).toBe("0.2500");
  });

  it("a rare word decides even among few passages", () => {
    const index = indexOf([...filler(60), page("A qersu is rowed standing up.")]);
    const query = "What does the company report of the sales, and what is a qersu?";
    expect(found(index, query)[0]).toBe("0.60");
  });
});

describe("a search within some documents", () => {
  it("weighs words by the selected documents alone", () => {
    // Rare in the first document, and in the others taken together.
    const oaks = Array.from({ length: 40 }, () => page("An oak is there."));
    const boats = Array.from({ length: 12 }, () => page("A boat is there."));
    const index = indexOf([...boats, page("An oak is here.")], oaks);
    expect(found(index, "boat oak", [0])[0]).toBe("0.12");
    expect(found(index, "boat oak", [0, 1])[0]).toBe("0.0");
  });
});

describe("pagesWith", () => {
  const words = ["cash", "flow", "flows", "tax", "sheet", "Cash"];
  const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(" "));
  const pages = fc.array(fc.record({ passages: fc.array(text, { maxLength: 3 }), margins: text }), {
    maxLength: 8,
  });

  it("never omits a page that contains the words, even in running headers", () => {
    fc.assert(
      fc.property(
        fc.array(pages, { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }),
        (documents, wanted) => {
          const index = indexOf(...documents);
          documents.forEach((list, document) => {
            const found = index.pagesWith(wanted, document) ?? new Set();
            list.forEach(({ passages, margins }, place) => {
              const onPage = new Set([...passages, margins].join(" ").toLowerCase().split(" "));
              if (wanted.every((word) => onPage.has(word.toLowerCase()))) {
                expect(found.has(place + 1)).toBe(true);
              }
            });
            for (const number of found) expect(list[number - 1]).toBeDefined();
          });
        },
      ),
    );
  });

  it("finds words regardless of their accents, and returns null for an unknown document", () => {
    const index = new SearchIndex();
    const builder = new DocumentPostingsBuilder("es");
    addPage(builder, [{ text: "la informacion es poca", heading: "" }], "");
    addPage(builder, [{ text: "la información es poca", heading: "" }], "");
    index.add(0, builder.finish("", ""));
    expect([...(index.pagesWith(["información"], 0) ?? [])].sort()).toEqual([1, 2]);
    expect(index.pagesWith(["informacion"], 7)).toBeNull();
  });

  it("omits pages without the words", () => {
    const index = indexOf([page("cash flow"), page("tax"), page("cash")], [page("cash")]);
    expect([...(index.pagesWith(["cash"], 0) ?? [])]).toEqual([1, 3]);
    expect([...(index.pagesWith(["cash", "flow"], 0) ?? [])]).toEqual([1]);
    expect([...(index.pagesWith(["zebra"], 0) ?? [])]).toEqual([]);
  });
});

describe("finding a row by its label", () => {
  const others = [
    "Sales rose to 900 in 2018 because sales of parts and cost control went well.",
    "Living cost\t21\t17\nSales tax\t12\t14",
  ];

  it("finds a row if the question contains its label word for word", () => {
    const index = indexOf([page(...others), page("Cost of sales\t12\t14\nOther\t1\t2")]);
    expect(found(index, "What was the cost of sales?")[0]).toBe("0.2");
  });

  it("finds a row by its label without the parts in brackets or after a comma", () => {
    const index = indexOf([page(...others), page("Sales cost (gain), net\t12\t14\nOther\t1\t2")]);
    const { query } = toIndexQuery("sales cost", parseQuery("sales cost"), index.context(all));
    const { greatest } = index.search(query, all);
    const { greatest: without } = index.search({ ...query, labels: [] }, all);
    expect(greatest).toBeGreaterThan(without);
  });

  it("finds a row by its label only if the row has figures", () => {
    const rows = (cell: string) => page(`Public chain\t${cell}\nPrivate chain\t${cell}`);
    const score = (cell: string, labelled: boolean) => {
      const index = indexOf([page(...others), rows(cell)]);
      const { query } = toIndexQuery(
        "public chain",
        parseQuery("public chain"),
        index.context(all),
      );
      return index.search(labelled ? query : { ...query, labels: [] }, all).greatest;
    };
    expect(score("12", true)).toBeGreaterThan(score("12", false));
    expect(score("open", true)).toBe(score("open", false));
  });

  it("finds no row by its label if sentences answer the question", () => {
    const index = indexOf([page(...others), page("Cost of sales\t12\t14\nOther\t1\t2")]);
    const labels = (query: string) =>
      toIndexQuery(query, parseQuery(query), index.context(all)).query.labels;
    expect(labels("What was the cost of sales in 2018?")).not.toEqual([]);
    expect(labels("Why did the cost of sales rise in 2018?")).toEqual([]);
    expect(labels("How does the cost of sales compare with sales tax?")).toEqual([]);
    expect(labels("What does cost of sales include?")).toEqual([]);
  });

  it("never finds a row by a correction of a typo or a completion of a prefix", () => {
    const { vocabulary } = indexOf([page("Depreciation\t12\t14")]).context(all);
    expect(vocabulary.nearest("deprecii", 10, () => 1).map(({ term }) => term)).toEqual([
      "depreci",
    ]);
    expect(vocabulary.startingWith("=", 10)).toEqual([]);
    expect(vocabulary.startingWith("deprec", 10)).toEqual(["depreci"]);
  });
});

describe("the words of a question", () => {
  const weights = (query: string) => {
    const index = indexOf([page("Net sales\t12\t14")]);
    const { concepts } = toIndexQuery(query, parseQuery(query), index.context(all)).query;
    const found = new Map<string | undefined, number>();
    for (const { terms, occurrences } of concepts) {
      found.set(terms[0], (found.get(terms[0]) ?? 0) + occurrences);
    }
    return found;
  };

  it("gives little weight to words of a question that only say how to answer", () => {
    const found = weights("Give the net sales in USD millions, rounded to two decimal places");
    expect(found.get("sale")).toBeGreaterThanOrEqual(1);
    for (const term of ["give", "usd", "million", "round", "decim", "place"]) {
      expect(found.get(term)).toBeLessThan(0.5);
    }
  });

  it("gives little weight to words that say what to calculate, when figures are requested", () => {
    expect(weights("change of wages from 2018 to 2019").get("chang")).toBeLessThan(0.5);
    expect(weights("how does the climate change").get("chang")).toBe(1);
    expect(weights("what are knowledge based systems").get("base")).toBe(1);
    expect(weights("what drove the increase of wages in 2018").get("increas")).toBe(1);
  });

  it("adds other names of what a question asks for, with little weight", () => {
    expect(weights("statement of financial position").get("balanc")).toBeLessThan(0.5);
  });

  it("searches for each term once, however many names contain it", () => {
    const index = indexOf([page("Net sales\t12\t14")]);
    const query = "net revenue and operating income";
    const { concepts } = toIndexQuery(query, parseQuery(query), index.context(all)).query;
    const terms = concepts.map((concept) => concept.terms.join(" "));
    expect(terms).toEqual([...new Set(terms)]);
  });
});

describe("finding a document by its first pages", () => {
  it("finds a document whose first pages have a name from the question, rather than its other words", () => {
    const index = new SearchIndex();
    const same = "The margin fell because costs rose.";
    for (const [document, opening] of ["Contents: the margin", "Of Norfield"].entries()) {
      const builder = new DocumentPostingsBuilder("en");
      addPage(builder, [{ text: same, heading: "" }], "");
      index.add(document, builder.finish(`report ${document}`, opening));
    }
    const question = "What was the margin of Norfield?";
    expect(found(index, question, [0, 1])[0]).toBe("1.0");
  });
});
