import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { queryNotes } from "../../../src/agent/reading/search-text.js";
import type { SearchResponse } from "../../../src/search/api.js";
import { FigureCollection } from "./figure-collection.js";

/** A collection of some texts, each in its own file. */
async function collectionOf(
  texts: Readonly<Record<string, string>>,
): Promise<(query: string) => Promise<SearchResponse>> {
  const collection = new FigureCollection();
  for (const [path, text] of Object.entries(texts)) await collection.add(path, text);
  return (query) => collection.search(query, 10, false);
}

async function reported(name: string): Promise<(query: string) => Promise<SearchResponse>> {
  const url = new URL(`../../fixtures/reported/${name}`, import.meta.url);
  return collectionOf({ [name]: await readFile(url, "utf8") });
}

/** The marked texts of the results. */
function marked({ hits }: SearchResponse): string[] {
  return hits.flatMap(({ text, marks, span }) =>
    marks.map(({ start, end }) => text.slice(start - span.start, end - span.start)),
  );
}

describe("words that no document has", () => {
  it("finds an amount and its unit with a space between them", async () => {
    const search = await collectionOf({ "leaflet.txt": "The 40 mg tablets are dark yellow." });
    const response = await search("colour of the 40mg tablets");
    expect(response.unmatched).toEqual(["colour"]);
    expect(marked(response)).toEqual(["40", "mg", "tablets"]);
    expect((await search("colour of the 20mg tablets")).unmatched).toContain("20mg");
  });

  it.each([
    ["Wann ist Nikola Tesla gestorben?", ["gestorben"]],
    ["¿Qué país tiene la sede de Tesla?", ["país", "sede"]],
    ["Combien de moteurs Tesla a-t-il construits ?", ["moteurs", "construits"]],
    ["When did Nikola Tesla emigrate?", ["emigrate"]],
    ["die", ["die"]],
    ["How many engines?", ["engines"]],
    ["How much did a motor cost?", ["cost"]],
    ["Wie viele Motoren hat Tesla gebaut?", ["Motoren", "gebaut"]],
    ["many", ["many"]],
  ])(
    "names words that no document has, without function words of the question's language: %s",
    async (query, missing) => {
      const search = await collectionOf({
        "tesla.txt": "Nikola Tesla built motors in New York. He died in 1943.",
      });
      expect((await search(query)).unmatched).toEqual(missing);
    },
  );
});

it.each([
  ["Who is the UN envoy?", "A. Moreau is the U.N. envoy.", ["U.N.", "envoy"]],
  ["Who is the U.N. envoy?", "A. Moreau is the UN envoy.", ["UN", "envoy"]],
  ["Where is her PhD from?", "She has a Ph.D. from Graz.", ["Ph.D."]],
  ["Vertrag mit der GmbH", "Der Vertrag mit der G.m.b.H. läuft aus.", ["Vertrag", "G.m.b.H."]],
])("finds abbreviations with and without full stops: %s", async (query, text, found) => {
  const search = await collectionOf({ "a.txt": text });
  const response = await search(query);
  expect(response.unmatched).toEqual([]);
  expect(marked(response)).toEqual(found);
});

it("does not mistake a short name for another word", async () => {
  const search = await collectionOf({
    "a.txt": "Iraq pays 5 euros per day. The wheels of Tesla spin.",
  });
  expect((await search("Peru")).corrections).toEqual([]);
  expect((await search("Iran")).corrections).toEqual([]);
  expect((await search("wheels in Spain")).corrections).toEqual([]);
  expect((await search("euross")).corrections).toEqual([{ from: "euross", to: "euros" }]);
  expect((await search("wheels of Telsa")).corrections).toEqual([{ from: "Telsa", to: "tesla" }]);
});

it("does not mistake a word that occurs only in compounds for a typo", async () => {
  const search = await collectionOf({
    "a.txt": "Die Sommerschließzeit der Kita ist im August, und dann ist die Kita zu.",
    "b.txt": "The summer was long, and the house of the guests was open all of the time.",
  });
  const { corrections, unmatched } = await search("Wann ist die Kita im Sommer zu?");
  expect([corrections, unmatched]).toEqual([[], []]);
});

it("does not correct a word by its stem in another language than the query's", async () => {
  const search = await collectionOf({
    "a.txt": "Die Kita ist im August zu, und dann ist das Haus nicht offen.",
    "b.txt": "She was happy to see the guests of the house, and so was he.",
  });
  const { corrections } = await search("What happens if the guests of the house are late?");
  expect(corrections).toEqual([]);
});

it.each(["Pourquoi les guests ont-elles la house ?", "Pourquoi les guests ont-ils la house ?"])(
  "counts pronouns after a verb as function words: %s",
  async (query) => {
    const search = await collectionOf({ "a.txt": "The guests of the house came." });
    expect((await search(query)).unmatched).toEqual([]);
  },
);

describe("options of commands", () => {
  it.each([
    ["git commit -m", "commit"],
    ["tar -xzf", "xzf"],
    ["rm -rf", "rf"],
    ["server -v", "v"],
    ["start server --verbose", "verbose"],
  ])("finds %s with its option", async (query, word) => {
    const search = await reported("neg_cli.txt");
    const response = await search(query);
    expect(marked(response)).toContain(word);
    expect(response.unmatched).toEqual([]);
  });

  it.each(["java -jar app", "docker run -it", "ls -la", "find -name"])(
    "finds %s in a document that writes the option that way",
    async (query) => {
      const search = await collectionOf({
        "a.txt":
          "Run java -jar app.jar first. Run docker run -it alpine. Type ls -la here. Use find -name x.",
      });
      const { hits, relaxed } = await search(query);
      expect(hits).toHaveLength(1);
      expect(relaxed?.map(({ kind }) => kind)).toEqual(["option"]);
    },
  );

  it("distinguishes options of commands from words to leave out", async () => {
    const search = await collectionOf({
      "cat.txt": "The jaguar is a large cat of the forest.",
      "car.txt": "The jaguar is a fast car from England.",
    });
    const { hits, relaxed } = await search("jaguar -car");
    expect(hits.map(({ path }) => path)).toEqual(["cat.txt"]);
    expect(relaxed).toBeUndefined();
  });
});

describe("a condition that matches nothing", () => {
  it("drops and reports an exclusion that leaves nothing", async () => {
    const search = await collectionOf({ "a.txt": "The harbour is deep and the harbour is cold." });
    const response = await search("harbour -cold");
    expect(response.hits).toHaveLength(1);
    expect(response.relaxed).toEqual([
      { text: "-cold", span: { start: 8, end: 13 }, kind: "exclusion" },
    ]);
    expect(queryNotes(response)).toEqual([
      "Nothing is left without “-cold”; it was searched for as a word.",
    ]);
  });

  it("drops and reports a phrase that no document has", async () => {
    const search = await collectionOf({ "a.txt": "The harbour of the old town is deep." });
    const response = await search('"deep harbour"');
    expect(response.hits).toHaveLength(1);
    expect(response.relaxed).toEqual([
      { text: '"deep harbour"', span: { start: 0, end: 14 }, kind: "phrase" },
    ]);
    expect(queryNotes(response)).toEqual([
      'Nothing has "deep harbour" word for word; these are results for its words.',
    ]);
  });

  it("keeps a condition if no document has its words, or if dropping it would not help", async () => {
    const search = await collectionOf({ "a.txt": "The harbour is deep." });
    expect((await search('"harbour is deep"')).relaxed).toBeUndefined();
    const nothing = await search('"zebra stripes"');
    expect([nothing.hits, nothing.relaxed]).toEqual([[], undefined]);
    expect((await search("-harbour")).relaxed).toBeUndefined();
  });
});

describe("the words reported as missing", () => {
  it.each(["데이터베이스", "데이터베이스가", "고객센터", "개인정보", "계약서를", "처리방침"])(
    "does not report %s as missing, which is found",
    async (query) => {
      const { hits, unmatched } = await (await reported("v_ko.txt"))(query);
      expect([hits.length, unmatched]).toEqual([1, []]);
    },
  );

  it("does not report a pair of characters from two existing words as missing", async () => {
    const search = await collectionOf({ "a.txt": "我们说明设置步骤。这个方法很好。数据库很大。" });
    const { hits, unmatched } = await search("设置方法");
    expect([hits.length, unmatched]).toEqual([1, []]);
  });

  it("does not report a word as missing that is found under another name", async () => {
    const search = await collectionOf({ "a.txt": "Net sales rose in the year. The staff grew." });
    expect((await search("turnover")).unmatched).toEqual([]);
    expect((await search("headcount")).unmatched).toEqual([]);
  });

  it("reports a word that no document has as missing", async () => {
    const search = await reported("v_ko.txt");
    expect((await search("데이터베이스 비행기")).unmatched).toEqual(["비행기"]);
  });
});

describe("identifiers", () => {
  const forms: readonly (readonly string[])[] = [
    ["978-0-306-40615-7", "9780306406157", "978 0 306 40615 7"],
    ["0-306-40615-X", "030640615X", "0 306 40615 X"],
    ["+49 30 1234567", "+49 (0)30 1234567", "+49-30-123-45-67", "0049 30 1234567", "+49301234567"],
    ["(555) 123-4567", "555.123.4567", "555 123 4567", "5551234567"],
    ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "DE89-3704-0044-0532-0130-00"],
    ["NL91 ABNA 0417 1643 00", "NL91ABNA0417164300"],
    ["DE 123 456 789", "DE123456789", "DE 123456789"],
    ["CHE-123.456.789", "CHE123456789", "CHE 123 456 789"],
    ["RE-2024-0815", "RE 2024/0815", "RE20240815", "RE/2024/0815"],
    ["M8x60", "M8×60", "M8 x 60", "M8 × 60"],
    ["ISO 9001", "ISO-9001", "ISO9001"],
    ["on-line", "online", "on line"],
    ["data base", "database", "data-base"],
    ["e-mail", "email"],
    ["١٢٣", "123", "१२३", "１２３"],
    ["α", "alpha", "Α"],
    ["TNF-α", "TNF-alpha", "TNFα", "TNFalpha"],
    ["3,14159", "3.14159"],
    ["2,5", "2.5", "٢٫٥"],
  ];
  const pairs = forms.flatMap((each) =>
    each.flatMap((query) => each.map((text): [string, string] => [query, text])),
  );

  it.each(pairs)("the identifier %s is found as %s", async (query, form) => {
    const search = await collectionOf({
      "a.txt": `We have noted the following: ${form}, as was agreed in the spring.`,
      "b.txt": "Nothing is written here but a sentence about the weather in the spring.",
    });
    const { hits, unmatched, corrections } = await search(query);
    expect(hits.map(({ path }) => path)).toEqual(["a.txt"]);
    expect([unmatched, corrections]).toEqual([[], []]);
  });

  it.each([
    ["123", "Version 1.2.3 is out."],
    ["online", "The line on the page is thin."],
  ])("%s is not found, or is reported as missing, in: %s", async (query, text) => {
    const search = await collectionOf({ "a.txt": text });
    const { hits, unmatched } = await search(query);
    expect(hits.length === 0 || unmatched.length > 0).toBe(true);
  });
});

it("reports a missing identifier as a whole, not in parts", async () => {
  const search = await collectionOf({ "a.txt": "The book is 978-0-306-40615-7 there." });
  expect((await search("978-0-306-40615-8")).unmatched).toEqual(["978-0-306-40615-8"]);
});

describe("forms of a word", () => {
  it.each([
    ["child", "children"],
    ["foot", "Feet"],
    ["mouse", "mice"],
    ["man", "men"],
    ["buy", "bought"],
    ["pay", "paid"],
    ["index", "Indices"],
    ["go", "went"],
    ["write", "written"],
    ["rise", "rose"],
    ["person", "people"],
    ["going", "went"],
  ])("the word %s finds its form %s", async (query, form) => {
    const response = await (await reported("v_en.txt"))(query);
    expect(marked(response)).toEqual([form]);
    expect([response.unmatched, response.corrections]).toEqual([[], []]);
  });

  it.each([
    ["wife", "The wives met."],
    ["knives", "One knife is on the table."],
    ["grandchild", "Their grandchildren came."],
    ["rewrite", "The act was rewritten."],
    ["matrix", "Two matrices were multiplied."],
    ["hypothesis", "All hypotheses failed."],
    ["chairmen", "The chairman left."],
    ["leaf", "The leaves fell."],
    ["leave", "She left the house."],
    ["withdrawn", "They withdraw the money."],
  ])("the word %s is found in: %s", async (query, text) => {
    const { hits, corrections } = await (await collectionOf({ "a.txt": text }))(query);
    expect([hits.length, corrections]).toEqual([1, []]);
  });

  it.each([
    ["index", "The results indicate a rise."],
    ["main", "The state of Maine is in the north."],
    ["leaves", "They leave early."],
    ["specimen", "A speciman of the book."],
  ])("the word %s does not match: %s", async (query, text) => {
    const { hits, corrections } = await (await collectionOf({ "a.txt": text }))(query);
    expect(query === "leaves" || query === "specimen" || hits.length === 0).toBe(true);
    expect(corrections.filter(({ from }) => from !== "specimen")).toEqual([]);
  });
});

describe("a correction", () => {
  it.each([
    ["mouse", "The house is old."],
    ["wife", "The life of the man was long."],
    ["main", "The state of Maine is in the north."],
    ["horse", "The house is old."],
    ["trial", "The trail is steep."],
    ["boat", "The boot is wet."],
    ["statue", "The statute was passed."],
    ["Miete", "Die Wohnung ist mit Balkon. Der Preis ist hoch und das Haus ist alt."],
    ["Hose", "Die Rose ist rot und das Haus ist alt. Der Hase ist mit dem Hund da."],
    ["Kunde", "Die Runde ist mit dem Hund da und das Haus ist alt."],
  ])("never changes %s into another word", async (query, text) => {
    const { hits, corrections } = await (await collectionOf({ "a.txt": text }))(query);
    expect([hits, corrections]).toEqual([[], []]);
  });

  it.each([
    ["recieve", "They receive the goods.", "receive"],
    ["leese", "The lease is short.", "lease"],
    ["writting", "It is in writing.", "writing"],
    ["harbuor", "The harbour is deep.", "harbour"],
    ["Kündigugn", "Die Kündigung ist da und das Haus ist mit dem Hund verkauft.", "kündigung"],
  ])("corrects %s", async (query, text, to) => {
    const { corrections } = await (await collectionOf({ "a.txt": text }))(query);
    expect(corrections).toEqual([{ from: query, to }]);
  });

  it.each([
    ["How deep is the harbuor?", "harbuor", "harbour"],
    ["Who closed the resevoir?", "resevoir", "reservoir"],
    ["Is Geegen the emperor?", "Geegen", "gegeen"],
    ["What was Geegen's harbour?", "Geegen's", "gegeen"],
  ])(
    "changes a word with one wrong letter among words that were found: %s",
    async (query, from, to) => {
      const text = "Emperor Gegeen saw that the harbour is deep. He closed the reservoir.";
      const { corrections, unmatched } = await (await collectionOf({ "a.txt": text }))(query);
      expect(corrections).toEqual([{ from, to }]);
      expect(unmatched).toContain(from);
    },
  );

  it("prefers a word with the same consonants", async () => {
    const text = "The passage of passengers. In a passage, one passage follows another passage.";
    const { corrections } = await (await collectionOf({ "a.txt": text }))("follows passanger");
    expect(corrections).toEqual([{ from: "passanger", to: "passengers" }]);
  });

  it.each([
    ["revolution", "resolution"],
    ["francis", "franchise"],
    ["acts", "actress"],
    ["later", "altering"],
    ["city", "CITA"],
    ["cremation", "creation"],
    ["treatment", "treetmant"],
  ])("leaves %s out if the query has “%s” and other words were found", async (written, query) => {
    const text = `Emperor Gegeen saw the ${written} of the harbour.`;
    const search = await collectionOf({ "a.txt": text });
    const { corrections, hits } = await search(`harbour ${query}`);
    expect([corrections, hits.length]).toEqual([[], 1]);
  });
});

describe("compounds", () => {
  it.each([
    ["Kündigung", "Kündigungsfrist"],
    ["Frist", "Kündigungsfrist"],
    ["Vertrag", "Mietvertrag"],
    ["Verträge", "Mietvertrag"],
    ["Umsatzsteuervoranmeldung", "Umsatzsteuer-Voranmeldung"],
    ["Umsatzsteuer", "Umsatzsteuer-Voranmeldung"],
    ["Versicherung", "Krankenversicherung"],
    ["Arbeit", "Arbeitgeber"],
  ])("%s finds the compound %s", async (query, whole) => {
    const response = await (await reported("v_de.txt"))(query);
    expect(marked(response)).toContain(whole);
    expect([response.unmatched, response.corrections]).toEqual([[], []]);
  });

  it.each(["Ost", "Trag", "Richt", "Ente", "Rat", "Sand", "Sicht", "Stand", "Geld"])(
    "%s finds no compound",
    async (query) => {
      expect((await (await reported("v_de.txt"))(query)).hits).toEqual([]);
    },
  );

  it.each([
    ["nl", "huur", "De huurprijs is laag en de prijs is van het huis dat wij van hem hebben."],
    ["nl", "verzekering", "De zorgverzekering is duur en het huis is van de man die wij kennen."],
    [
      "sv",
      "uppsägning",
      "Uppsägningstiden är tre månader och det är inte så att vi kan ändra den.",
    ],
    ["sv", "avtal", "Ett hyresavtal är inte det som vi har och det kan inte vara så för oss."],
    [
      "da",
      "kontrakt",
      "En lejekontrakt er ikke det som vi har, og det kan ikke være sådan for os.",
    ],
    [
      "no",
      "forsikring",
      "En reiseforsikring er ikke det som vi har, og det kan ikke være slik for oss.",
    ],
  ])("in compounds of the language %s, finds %s", async (_, query, text) => {
    const { hits, unmatched } = await (await collectionOf({ "a.txt": text }))(query);
    expect([hits.length, unmatched]).toEqual([1, []]);
  });

  it.each([
    ["データ", "データベース"],
    ["ベース", "データベース"],
    ["サーバ", "サーバー"],
    ["サーバー", "サーバー"],
    ["プリンタ", "プリンター"],
    ["ドライバ", "ドライバー"],
    ["データベース", "データベース"],
  ])("in Japanese, %s finds %s", async (query, whole) => {
    const response = await (await reported("v_ja.txt"))(query);
    expect(marked(response)).toContain(whole);
    expect([response.unmatched, response.corrections]).toEqual([[], []]);
  });

  it.each([
    ["テスト", "美人コンテストが開催されます。"],
    ["アニメ", "アニメーターの募集を行います。"],
    ["ライン", "オンラの説明を行います。"],
  ])("in Japanese, %s does not match: %s", async (query, text) => {
    expect((await (await collectionOf({ "a.txt": text }))(query)).hits).toEqual([]);
  });
});

describe("passages with the same text", () => {
  const text =
    "The tenant may end the lease with three months' notice to the end of a quarter, in writing, to the landlord's address as given above.";

  it("combines passages with the same text into one hit that lists the other places", async () => {
    const search = await collectionOf({
      "a.txt": text,
      "b.txt": text,
      "c.txt": `${text} Signed.`,
    });
    const { hits } = await search("tenant lease notice");
    expect(hits).toHaveLength(2);
    const [copied] = hits.filter(({ alsoIn }) => alsoIn);
    const paths = [copied?.path, ...(copied?.alsoIn ?? []).map(({ path }) => path)];
    expect(paths).toEqual(["a.txt", "b.txt"]);
  });

  it("keeps passages with the same short text as separate hits", async () => {
    const search = await collectionOf({ "a.txt": "Notice of lease.", "b.txt": "Notice of lease." });
    expect((await search("lease")).hits.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
  });

  it("leaves room for passages with other text", async () => {
    const collection = new FigureCollection();
    for (let copy = 0; copy < 12; copy++) await collection.add(`copy-${copy}.txt`, text);
    await collection.add("other.txt", "A lease has a tenant. The weather was fine all summer.");
    const { hits } = await collection.search("tenant lease", 5, false);
    expect(hits.map(({ path }) => path)).toContain("other.txt");
    expect(hits.find(({ alsoIn }) => alsoIn)?.alsoIn).toHaveLength(11);
  });
});

describe("questions for what was said", () => {
  const texts = {
    "minutes.txt":
      "The group had a long discussion. The group discussed dates, and the group left.",
    "notes.txt":
      "Ann: The cover should be yellow, and printed on thick paper with rounded corners.",
  };

  it("finds the subject first, and not words for speaking", async () => {
    const search = await collectionOf(texts);
    const { hits } = await search("What did the group discuss in the discussion about the cover?");
    expect(hits.map(({ path }) => path)[0]).toBe("notes.txt");
  });

  it("counts such words like others in keywords", async () => {
    const search = await collectionOf(texts);
    const { hits } = await search("group discussion cover");
    expect(hits.map(({ path }) => path)[0]).toBe("minutes.txt");
  });
});
