import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownLanguages, type Language } from "../../../../src/core/document.js";
import { termsOf, wordsOf } from "../../../../src/core/text/terms.js";

/** Whether a query contains a term under which a text is indexed. */
function finds(query: string, text: string, language: Language): boolean {
  const terms = new Set(termsOf(text, language));
  return termsOf(query, language, "query").some((term) => terms.has(term));
}

describe("termsOf", () => {
  it.each([
    ["Running runs RUN", ["run", "run", "run"]],
    ["the company's policies", ["the", "compani", "polici"]],
    ["3.14 2018", ["3.14", "2018"]],
    ["Müller MÜLLER Muller", ["muller", "muller", "muller"]],
    ["ﬁnance", ["financ"]],
    ["3M_2018_10K", ["3m", "2018", "10k"]],
    ["FY20 cy99", ["fy20", "2020", "cy99", "1999"]],
    ["FY2018", ["fy2018", "fy", "2018"]],
    ["2023Q2 Q22023", ["2023q2", "2023", "q2", "q22023", "q2", "2023"]],
    ["Form 10-K", ["form", "10", "10k", "k"]],
    ["10\u2011K", ["10", "10k", "k"]],
    ["COVID-19 GPT4", ["covid", "covid19", "19", "gpt4"]],
    ["AB-1234/5", ["ab", "ab1234", "1234", "5", "ab12345"]],
    ["2019-2020 year-over-year", ["2019", "2020", "year", "over", "year", "yearoveryear"]],
    [
      "U.N., Ph.D. and G.m.b.H.",
      ["u", "n", "ph", "d", "and", "g", "m", "b", "h", "un", "phd", "gmbh"],
    ],
    ["end. A. B, 3.a.b, a.b@c.de", ["end", "a", "b", "3", "a", "b", "a", "b", "c", "de"]],
    ["R&D PP&E", ["r", "r&d", "d", "pp", "pp&e", "e"]],
    ["C++ C#", ["c", "c++", "c", "c#"]],
    ["don't we’ll", ["don't", "we'll"]],
    ["O'Brien", ["obrien", "brien"]],
    ["l'avion d’une", ["avion", "un"]],
    ["OperatingIncome iPhone", ["operatingincom", "oper", "incom", "iphon"]],
    ["goodwill2 Revenue¹ CO₂", ["goodwill2", "goodwil", "revenu", "co2"]],
    ["45³ million, 10⁶, 1.5₂ and log₂8", ["45", "million", "10", "1.5", "and", "log2", "8"]],
    ["12 m² or km3, 9 kJ²", ["12", "m", "m2", "or", "km3", "9", "kj", "kj2"]],
    ["docu\u00ADment snake_case", ["document", "snake", "case"]],
    ["jane.doe@example.com", ["jane", "doe", "exampl", "com"]],
    ["", []],
    ["— … !", []],
  ])("splits and stems %j", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it.each([
    ["$1,577.00 and (1,577)", ["1577", "and", "1577"]],
    ["1.577,00 1'577 1’577", ["1577", "1577", "1577"]],
    ["1\u00a0577 1\u202f577,50", ["1577", "1577.5"]],
    ["1577.0 2.00 0.50 1,577,000.50", ["1577", "2", "0.5", "1577000.5"]],
    ["10.0 10.10 10.1 12.5%", ["10.0", "10", "10.10", "10.1", "12.5"]],
    ["1.2.3 31.12.2018 v1.2.3", ["1.2.3", "31.12.2018", "2018", "v1.2.3", "1.2.3"]],
    ["1.577 12,5 2018,2019", ["1.577", "12.5", "2018", "2019"]],
    ["EUR1,577.00", ["eur1577", "1577"]],
    ["１，５７７ １２３", ["1", "577", "123"]],
    ["1.2 billion", ["1.2", "billion"]],
  ])("reads the numbers in %j by their value", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it("reads long runs of digits, letters and punctuation to their end", () => {
    const runs = [
      `${"1".repeat(60)}.5`,
      `${"1a".repeat(2000)}.5`,
      "12 ".repeat(2000),
      "a-".repeat(2000),
    ];
    for (const run of runs) expect(termsOf(run).length).toBeGreaterThan(0);
  });

  it("reads one separator both ways in languages with a decimal comma", () => {
    expect(termsOf("1.577", "de")).toEqual(["1577", "1.577"]);
    expect(termsOf("1,577", "de")).toEqual(["1.577", "1577"]);
    expect(termsOf("12,5", "de")).toEqual(["12.5"]);
  });

  it("joins thousands separated by a space where that is customary, and in queries", () => {
    expect(termsOf("1 577,50 euros", "fr")).toContain("1577.5");
    expect(termsOf("12 345 678", "sv")).toContain("12345678");
    expect(termsOf("1 577", "en")).toEqual(["1", "577"]);
    expect(termsOf("1 577", "en", "query")).toContain("1577");
    expect(termsOf("5 1 577 1 57", "fr")).not.toContain("1577");
  });

  it.each<[Language, string, string]>([
    ["fr", "francais", "le français"],
    ["fr", "résumé", "un resume"],
    ["fr", "bénéfice", "LES BÉNÉFICES"],
    ["fr", "avion", "l'avion, d’un avion"],
    ["it", "anno", "dell'anno"],
    ["it", "societa", "le società"],
    ["es", "informacion", "la información"],
    ["es", "informaciones", "la información"],
    ["pt", "acoes", "as ações"],
    ["de", "Muller", "Herr Müller"],
    ["de", "Müller", "Herr Mueller"],
    ["de", "Mueller", "Herr Müller"],
    ["de", "Jahresabschluss", "des Jahresabschlusses"],
    ["de", "Haeuser", "das Haus, die Häuser"],
    ["de", "strasse", "die Straße"],
    ["ro", "acţiune", "acțiuni"],
    ["ro", "scoli", "școli"],
    ["ru", "елка", "ёлки"],
    ["ru", "книга", "книги и отчёты"],
    ["ru", "отчет", "книги и отчёты"],
    ["tr", "yillik", "YILLIK"],
    ["tr", "istanbul", "İSTANBUL'DA"],
    ["tr", "şirket", "Şirketler"],
    ["el", "λογος", "ΛΌΓΟΣ"],
    ["sv", "arsredovisning", "årsredovisningar"],
    ["da", "kobenhavn", "København"],
    ["nl", "huizen", "de huizen"],
    ["fi", "yhtio", "yhtiössä"],
    ["hu", "hazak", "a házak"],
    ["uk", "їжа", "ЇЖА"],
    ["ko", "매출액", "매출액은"],
    ["ko", "돈을", "돈"],
    ["und", "zazolc", "Zażółć"],
  ])("in %s, finds the word %j in %j", (language, query, text) => {
    expect(finds(query, text, language)).toBe(true);
  });

  it("keeps letters that are not diacritics in their script", () => {
    expect(termsOf("мой", "und")).toEqual(["мой"]);
    expect(termsOf("हिन्दी", "und")).toEqual(["हिन्दी"]);
    expect(termsOf("ガス", "ja")).not.toContain("カス");
  });

  it("returns the same terms as wordsOf, whose positions are in order and contain the words", () => {
    const texts = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            "cash",
            "10-K",
            "1,577",
            " ",
            "R&D",
            "人口",
            "統計",
            "서울에서",
            "'",
            "é",
            "-",
            "1 577",
            ".",
          ),
          { maxLength: 20 },
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...knownLanguages),
        fc.constantFrom("index", "query"),
        (text, language, use) => {
          const words = wordsOf(text, language, use as "index" | "query");
          expect(words.map(({ term }) => term)).toEqual(
            termsOf(text, language, use as "index" | "query"),
          );
          let last = 0;
          for (const { start, end, term } of words) {
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            expect(term).not.toBe("");
            // Only in scripts without spaces, and in Korean, are the parts of a run out of order.
            if (/^[\x20-\x7e]*$/.test(text)) expect(start).toBeGreaterThanOrEqual(last);
            last = start;
          }
        },
      ),
    );
  });

  it.each(["ـ", "ﹷ", "FY2018\u0301", "l'ـ", "cash ـ flow"])(
    "returns no empty term for %j",
    (text) => {
      for (const use of ["index", "query"] as const)
        for (const language of knownLanguages)
          expect(termsOf(text, language, use)).not.toContain("");
    },
  );

  it("never returns an empty term or one with a line break", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        for (const term of termsOf(text)) expect(term).toMatch(/^[^\n]+$/);
      }),
    );
  });

  it("finds every word of a text by itself, in each language", () => {
    const word = fc.stringMatching(/^[a-zA-Zäöüéèçñßøåąłšğışςёйа-я]{1,12}$/u);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...knownLanguages),
        (words, language) => {
          const text = words.join(" ");
          for (const each of words) expect(finds(each, text, language)).toBe(true);
        },
      ),
    );
  });
});

describe("scripts without spaces", () => {
  const sentences: [Language, string, string[]][] = [
    [
      "ja",
      "東京都の人口統計によると、売上高は前年比で増加した。",
      ["人口", "統計", "人口統計", "東京", "売上高", "売上", "前年比"],
    ],
    [
      "ja",
      "データベースの有価証券報告書を提出する。",
      ["データベース", "有価証券", "報告書", "証券"],
    ],
    [
      "zh",
      "中华人民共和国国家统计局发布了经济数据库报告。",
      ["统计局", "数据库", "经济", "国家统计局", "人民", "报告"],
    ],
    ["zh", "公司的应收账款和存货减值准备", ["应收账款", "账款", "存货", "减值", "准备"]],
    ["th", "ประเทศไทยมีประชากรมากกว่าหกสิบล้านคน", ["ประชากร", "ประเทศไทย"]],
    ["ko", "서울에서 열린 회의의 매출액은 돈을 벌었다", ["서울", "회의", "매출", "돈", "서울에서"]],
    ["lo", "ປະເທດລາວມີປະຊາກອນຫຼາຍ", ["ປະຊາກອນ"]],
    ["km", "ប្រទេសកម្ពុជាមានប្រជាជនច្រើន", ["ប្រជាជន"]],
    ["my", "မြန်မာနိုင်ငံတွင်လူဦးရေများသည်", ["မြန်မာနိုင်ငံ"]],
  ];
  it.each(sentences)(
    "splits a script without spaces into words in %s: %s",
    (language, sentence, words) => {
      const terms = new Set(termsOf(sentence, language));
      for (const word of words) {
        for (const term of termsOf(word, language, "query")) expect([...terms]).toContain(term);
      }
    },
  );

  it("matches any sequence of Han characters, wherever the dictionary splits", () => {
    const text = "国家统计局发布经济数据库报告";
    const terms = new Set(termsOf(text, "zh"));
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 1, max: 6 }), (start, length) => {
        const query = text.slice(start, start + length);
        const pairs = termsOf(query, "zh", "query").filter((term) => term.length <= 2);
        expect(pairs.length).toBeGreaterThan(0);
        for (const term of pairs) expect([...terms]).toContain(term);
      }),
    );
  });

  it("searches for a single Han character only if it is alone", () => {
    expect(termsOf("税", "zh", "query")).toEqual(["税"]);
    expect(termsOf("税金", "zh", "query")).toEqual(["税金"]);
    expect(termsOf("税金", "zh")).toEqual(expect.arrayContaining(["税", "金", "税金"]));
  });

  it("separates scripts without spaces from letters of other scripts", () => {
    expect(termsOf("2023年度AI技術", "ja")).toEqual(
      expect.arrayContaining(["2023", "年度", "ai", "技術"]),
    );
  });
});
