import { describe, expect, it } from "vitest";
import { knownLanguages, type Language } from "../../../../src/core/document.js";
import {
  detectLanguage,
  functionWordsOf,
  isFunctionWord,
  queryLanguages,
  questionFunctionWords,
} from "../../../../src/core/text/language.js";
import { queryWordsOf } from "../../../../src/core/text/query-words.js";

const samples: [Language, string][] = [
  [
    "en",
    "The company has adopted the new standard and expects that it will not have a material effect on its results.",
  ],
  [
    "de",
    "Die Gesellschaft hat im Geschäftsjahr den Umsatz gesteigert, und der Vorstand rechnet mit einem weiteren Wachstum.",
  ],
  [
    "fr",
    "La société a publié ses comptes annuels et le conseil propose aux actionnaires de ne pas verser de dividende.",
  ],
  [
    "es",
    "La empresa ha publicado los resultados del año y espera que las ventas sean más altas en el próximo ejercicio.",
  ],
  [
    "it",
    "La società ha pubblicato i risultati dell'anno e gli amministratori non prevedono che le vendite possano scendere.",
  ],
  [
    "pt",
    "A empresa publicou os resultados do ano e espera que as vendas sejam mais altas no próximo exercício, mas não em todos os países.",
  ],
  [
    "nl",
    "De onderneming heeft de cijfers van het jaar bekendgemaakt en verwacht dat de omzet niet zal dalen door de nieuwe regels.",
  ],
  [
    "sv",
    "Bolaget har publicerat sina resultat för året och styrelsen räknar inte med att försäljningen ska minska under nästa år.",
  ],
  [
    "no",
    "Selskapet har lagt fram resultatene for året, og styret regner ikke med at salget blir lavere etter de nye reglene.",
  ],
  [
    "da",
    "Selskabet har offentliggjort årets resultat, og bestyrelsen regner ikke med, at salget bliver lavere efter de nye regler.",
  ],
  [
    "fi",
    "Yhtiö on julkaissut vuoden tulokset, ja hallitus uskoo että myynti ei laske vaikka säännöt muuttuvat, sillä se on kasvanut.",
  ],
  [
    "hu",
    "A társaság közzétette az éves eredményt, és az igazgatóság szerint a forgalom nem csökken, mert az új szabályok csak később lépnek életbe.",
  ],
  [
    "ro",
    "Societatea a publicat rezultatele anului și consiliul nu se așteaptă ca vânzările să scadă după noile reguli, dar este prudent.",
  ],
  [
    "ru",
    "Компания опубликовала результаты за год, и совет директоров не ожидает, что продажи будут ниже, чем в прошлом году.",
  ],
  [
    "uk",
    "Компанія оприлюднила результати за рік, і рада директорів не очікує, що продажі будуть нижчими, ніж у минулому році.",
  ],
  [
    "tr",
    "Şirket yıl sonuçlarını açıkladı ve yönetim kurulu yeni kurallar nedeniyle satışların daha da düşeceğini değil, artacağını bekliyor.",
  ],
  [
    "el",
    "Η εταιρεία δημοσίευσε τα αποτελέσματα του έτους και το συμβούλιο δεν περιμένει πτώση των πωλήσεων.",
  ],
  ["zh", "公司公布了年度业绩，董事会预计明年的销售额不会下降。"],
  ["ja", "当社は年度の業績を発表し、取締役会は来年度の売上高が減少しないと見込んでいる。"],
  ["ko", "회사는 연간 실적을 발표했으며 이사회는 내년 매출이 감소하지 않을 것으로 예상한다."],
  ["th", "บริษัทประกาศผลประกอบการประจำปี และคณะกรรมการคาดว่ายอดขายจะไม่ลดลง"],
  ["lo", "ບໍລິສັດໄດ້ປະກາດຜົນປະກອບການປະຈໍາປີ"],
  ["km", "ក្រុមហ៊ុនបានប្រកាសលទ្ធផលប្រចាំឆ្នាំ"],
  ["my", "ကုမ္ပဏီသည် နှစ်စဉ်ရလဒ်များကို ထုတ်ပြန်ခဲ့သည်။"],
  [
    "und",
    "Spółka ogłosiła wyniki roczne, a zarząd nie spodziewa się, że sprzedaż spadnie w przyszłym roku z powodu zmian.",
  ],
  [
    "und",
    "Компанията публикува резултатите за годината и съветът не очаква продажбите да бъдат по-ниски от миналата година.",
  ],
  ["und", "أعلنت الشركة نتائجها السنوية ولا يتوقع المجلس أن تنخفض المبيعات"],
];

describe("detectLanguage", () => {
  it.each(samples)("recognises %s: %s", (language, sample) => {
    expect(detectLanguage(sample)).toBe(language);
  });

  it.each([
    "",
    "1,577 2,300 (45) 12.5%\n2018 2017 2016",
    "Basic earnings per share\t$ 1.28\t$ 5.01\nDiluted earnings per share\t1.25\t4.90",
    "By: /s/ J. N. Smith, Director\n/s/ L. T. Jones, Director",
    "Total current assets 1,577\nGoodwill 2,300",
  ])("treats %j, which has no evidence, as English", (sample) => {
    expect(detectLanguage(sample)).toBe("en");
  });

  it("uses the running text if both languages occur", () => {
    const german = samples[1]?.[1] ?? "";
    expect(detectLanguage(`Consolidated Statement of Income\n${german} ${german}`)).toBe("de");
  });
});

describe("queryLanguages", () => {
  const all = new Set<Language>(["en", "de", "fr", "zh", "ja", "ru"]);
  it.each<[string, Language[]]>([
    ["What was the revenue of Siemens in 2018?", ["en"]],
    ["Wie hoch war der Umsatz von Siemens?", ["de"]],
    ["Quel était le chiffre d'affaires de l'entreprise ?", ["fr"]],
    ["Какая прибыль за год", ["ru"]],
    ["売上はいくら", ["ja"]],
    ["人口統計", ["zh", "ja"]],
    ["Siemens Umsatz", ["en", "de", "fr"]],
    ["2018", [...all]],
  ])("returns the possible languages of %j", (query, expected) => {
    expect(queryLanguages(query, all)).toEqual(expected);
  });

  it("returns only languages of the collection, but at least one", () => {
    expect(queryLanguages("Wie hoch war der Umsatz?", new Set(["en"]))).toEqual(["en"]);
    expect(queryLanguages("人口", new Set(["en"]))).toEqual(["en"]);
    expect(queryLanguages("anything", new Set())).toEqual([]);
  });
});

describe("function words", () => {
  it("recognises function words however they are typed", () => {
    expect(isFunctionWord("Für", "de")).toBe(true);
    expect(isFunctionWord("fur", "de")).toBe(true);
    expect(isFunctionWord("don’t", "en")).toBe(true);
    expect(isFunctionWord("ΤΟΥΣ", "el")).toBe(isFunctionWord("τους", "el"));
  });

  it("never mistakes a function word for the topic of a question", () => {
    const content = "trabajo valor estado milyon жизнь revenue umsatz société ventas cikk".split(
      " ",
    );
    for (const language of knownLanguages) {
      for (const word of content) expect(isFunctionWord(word, language)).toBe(false);
      expect(functionWordsOf(language).has("")).toBe(false);
    }
  });
});

describe("queryWordsOf", () => {
  it("gives each word the terms of all languages, and marks function words", () => {
    const words = queryWordsOf("the Müller revenues of it", new Set(["de", "en"]));
    expect(words.slice(0, 3)).toEqual([
      { start: 0, end: 3, text: "the", terms: ["the"], isFunctionWord: true },
      { start: 4, end: 10, text: "Müller", terms: ["muller", "mull"], isFunctionWord: false },
      { start: 11, end: 19, text: "revenues", terms: ["revenu", "revenus"], isFunctionWord: false },
    ]);
  });

  it("gives no word the stem of another language that is a function word elsewhere", () => {
    const termsOf = (word: string) => queryWordsOf(word, new Set(["en", "fr"]))[0]?.terms;
    expect(termsOf("bee")).toEqual(["bee"]);
    expect(termsOf("be")).toContain("be");
    expect(termsOf("rentes")).toContain("rent");
  });

  it("treats a single function word as a word of another language, and one in capitals as a name", () => {
    const grammar = (query: string, ...languages: ("de" | "en")[]) =>
      queryWordsOf(query, new Set(languages)).flatMap((word) =>
        word.isFunctionWord ? [word.text] : [],
      );
    expect(grammar("die casting", "de", "en")).toEqual([]);
    expect(grammar("die Haftung und der Vertrag", "de", "en")).toEqual(["die", "und", "der"]);
    expect(grammar("IT budget of the US", "en")).toEqual(["of", "the"]);
  });

  it("returns parts of hyphenated names as separate words", () => {
    const words = queryWordsOf("10-K", new Set(["en"]));
    expect(words.map(({ text, terms }) => [text, ...terms])).toEqual([
      ["10", "10"],
      ["10-K", "10k"],
      ["K", "k"],
    ]);
  });
});

it.each([
  ["Puis-je venir à la salle avec un ami ?", "puis"],
  ["¿Cuánto va a pagar el seguro a la señora?", "va"],
  ["Darf ich in der Wohnung eine Katze halten?", "darf"],
])("takes the verb that only asks in “%s” for a function word", (question, verb) => {
  expect(questionFunctionWords(question).has(verb)).toBe(true);
  expect(questionFunctionWords(question).has("salle")).toBe(false);
});
