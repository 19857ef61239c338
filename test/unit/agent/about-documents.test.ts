import { beforeAll, describe, expect, it } from "vitest";
import { documentQuestion, documentsMeant } from "../../../src/agent/guided/document-question.js";
import type { Answer } from "../../../src/core/answer.js";
import type { SearchOptions, SearchResponse } from "../../../src/search/api.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

let reader: MemoryReader;

beforeAll(async () => {
  reader = new MemoryReader();
  await reader.add(
    "harbour-report-2024.md",
    "# Harbour report\n\nThe harbour had a quiet year, without a single accident. More ships came than in any year before it.\n\n## Ships\n\nOne thousand and twelve ships called at the two quays. Most of them were ferries.\n\n## Money\n\nThe harbour earned more than it spent, as in the year before. The dues stay as they are.\n",
  );
  await reader.add("PILOTSCLUB_2023_minutes.md", "# Minutes\n\nPilots board at the quay.\n");
  await reader.add("ferries.md", "# Ferries\n\nFerries leave from the pier.\n");
});

const ask = (question: string): Promise<Answer> => askWithoutModel(reader, question);

describe("a question about documents themselves", () => {
  it.each([
    ["What documents do I have?", "documents", ""],
    ["list all my files", "documents", ""],
    ["Welche Dokumente habe ich?", "documents", ""],
    ["Quels documents ai-je ?", "documents", ""],
    ["¿Qué documentos tengo?", "documents", ""],
    ["How many pages does the harbour report have?", "pages", "the harbour report"],
    ["how many pages are there in ferries.md", "pages", "ferries.md"],
    ["Wie viele Seiten hat der Bericht?", "pages", "der Bericht"],
    ["Who wrote the harbour report?", "author", "the harbour report"],
    ["When was ferries.md last changed?", "changed", "ferries.md"],
    ["How many pages long is ferries.md?", "pages", "ferries.md"],
    ["What is the page count of ferries.md?", "pages", "ferries.md"],
    ["Who is the author of this paper?", "author", "this paper"],
    ["By whom was the lease written?", "author", "the lease"],
    ["Wer hat den Bericht geschrieben?", "author", "den Bericht"],
    ["Wer ist der Autor des Handbuchs?", "author", "Handbuchs"],
    ["Qui a rédigé le contrat ?", "author", "le contrat"],
    ["¿Quién escribió el informe?", "author", "el informe"],
    ["When was the contract written?", "made", "the contract"],
    ["Wann wurde der Bericht zuletzt geändert?", "changed", "der Bericht"],
    ["What is the title of ferries.md?", "title", "ferries.md"],
    ["Summarise the harbour report", "overview", "the harbour report"],
    ["Please give me a short summary of this document.", "overview", "this document"],
    ["What is the harbour report about?", "overview", "the harbour report"],
    ["Worum geht es in dem Bericht?", "overview", "dem Bericht"],
    ["De quoi parle le rapport ?", "overview", "le rapport"],
  ])("recognises a question about documents: %s", (question, aspect, which) => {
    expect(documentQuestion(question)).toEqual({ aspect, which });
  });

  it.each([
    "What documents do I need for a passport?",
    "Which documents mention the lighthouse?",
    "How many pages did the committee read?",
    "Who wrote to the harbour master, and why?",
    "When was the lighthouse built?",
    "When was the harbour created?",
    "Who wrote Ferries?",
    "Who was the pilot replaced by?",
    "When was the harbour's law last changed?",
    "What language is the pilot speaking in?",
    "What is it all?",
  ])("does not recognise a question about documents in: %s", async (question) => {
    const documentsQuestion = documentQuestion(question);
    if (documentsQuestion) expect((await ask(question)).kind).toBe("passages");
  });
});

describe("the document that a question names", () => {
  it("takes the only document whose first heading has the question's words, if no name has them", async () => {
    const [one, other] = await reader.documents();
    if (!one || !other) throw new Error("the test needs two documents");
    const named = { metadata: { ...one.metadata, title: null } };
    const first = {
      ...one,
      ...named,
      path: "us-025.pdf",
      heading: "Storms and Floods on the Coast",
    };
    const second = { ...other, ...named, path: "us-026.pdf", heading: "Ferries" };
    const which = "the article about storms and floods";
    expect(documentsMeant(which, [first, second])).toEqual([first]);
    expect(documentsMeant(which, [first, { ...second, heading: first.heading }])).toEqual([]);
    const called = { ...second, path: "storms-floods.pdf" };
    expect(documentsMeant(which, [first, called])).toEqual([called]);
  });
});

describe("an answer about documents themselves", () => {
  it("lists the documents", async () => {
    const { kind, sentences } = await ask("What documents do I have?");
    expect(kind).toBe("answered");
    expect(sentences[0]?.text).toBe("3 documents:");
    expect(sentences.slice(1).map(({ text }) => text.split(":")[0])).toEqual([
      "Harbour report (harbour-report-2024.md)",
      "Minutes (PILOTSCLUB_2023_minutes.md)",
      "Ferries (ferries.md)",
    ]);
  });

  it.each([
    [
      "Fasse den Harbour Report zusammen",
      "Überblick über Harbour report (harbour-report-2024.md), 56 Wörter:",
    ],
    [
      "Résume le harbour report",
      "Aperçu de Harbour report (harbour-report-2024.md), 56 mots\u202f:",
    ],
    [
      "Resume el harbour report",
      "Resumen de Harbour report (harbour-report-2024.md), 56 palabras:",
    ],
    ["Welche Dokumente habe ich?", "3 Dokumente:"],
    ["Combien de documents ai-je ?", "3 documents\u202f:"],
    ["¿Cuántos documentos tengo?", "3 documentos:"],
    [
      "Wie viele Seiten hat harbour-report-2024.md?",
      "harbour-report-2024.md hat keine Seiten, sondern 56 Wörter.",
    ],
    ["Quel est le titre de ferries.md ?", "Le titre de ferries.md est «\u202fFerries\u202f»."],
  ])("answers in the language of the question: %s", async (question, first) => {
    expect((await ask(question)).sentences[0]?.text).toBe(first);
  });

  it("writes days in the language of the question", async () => {
    const dated = new MemoryReader();
    await dated.add("log.md", "---\ndate: 2024-03-01\n---\n# Log\n\nThe harbour froze over.\n");
    for (const [question, text] of [
      [
        "Wann wurde log.md erstellt?",
        "Laut den Eigenschaften wurde log.md am 1. März 2024 erstellt.",
      ],
      ["Quand log.md a-t-il été créé ?", "Selon ses propriétés, log.md a été créé le 1 mars 2024."],
      ["¿Cuándo se creó log.md?", "Según sus propiedades, log.md se creó el 1 de marzo de 2024."],
    ]) {
      expect((await askWithoutModel(dated, question ?? "")).text).toBe(text);
    }
  });

  it("writes days as the reader's locale does", async () => {
    const dated = new MemoryReader();
    await dated.add("log.md", "---\ndate: 2024-03-01\n---\n# Log\n\nThe harbour froze over.\n");
    await dated.add("notice.md", "# Notice\n\nThe harbour is open.\n");
    const day = new Intl.DateTimeFormat([], { dateStyle: "medium" }).format(new Date(2024, 2, 1));
    const list = await askWithoutModel(dated, "What documents do I have?");
    expect(list.sentences[1]?.text).toBe(`Log (log.md): 5 words, dated ${day}.`);
    const made = await askWithoutModel(dated, "When was log.md created?");
    expect(made.text).toBe(`The properties of log.md give ${day} as the day it was made.`);
  });

  it("does not report corrected words, because it corrects none", async () => {
    class CorrectingReader extends MemoryReader {
      override async search(query: string, options?: SearchOptions): Promise<SearchResponse> {
        const response = await super.search(query, options);
        return { ...response, corrections: [{ from: "longest", to: "long" }] };
      }
    }
    const correcting = new CorrectingReader();
    await correcting.add("log.md", "# Log\n\nThe long winter froze the harbour.\n");
    await correcting.add("notice.md", "# Notice\n\nThe harbour is open.\n");
    const longest = await askWithoutModel(correcting, "Which document is the longest?");
    expect(longest.kind).toBe("answered");
    expect(longest.corrections).toBeUndefined();
  });

  it("counts only the words of the named document, which has no pages", async () => {
    const { sentences } = await ask("How many pages has the pilots club paper?");
    expect(sentences.map(({ text }) => text)).toEqual([
      "PILOTSCLUB_2023_minutes.md has no pages, but 6 words.",
    ]);
  });

  it("gives an overview in sentences from the document, each citing its page", async () => {
    const { kind, sentences, unmatched } = await ask("Summarise the harbour report");
    expect(kind).toBe("answered");
    expect(unmatched).toBeUndefined();
    const [head, ...rest] = sentences.map(({ text }) => text);
    expect(head).toBe("Overview of Harbour report (harbour-report-2024.md), 56 words:");
    expect(rest).toEqual([
      "The harbour had a quiet year, without a single accident.",
      "More ships came than in any year before it.",
      "Ships: One thousand and twelve ships called at the two quays.",
      "Money: The harbour earned more than it spent, as in the year before.",
    ]);
    for (const { text, citations } of sentences.slice(1)) {
      expect(citations).toHaveLength(1);
      expect(text).toContain(citations[0]?.quote.replace(/\s+/gu, " "));
    }
  });

  it("does not repeat the title of a document below it", async () => {
    const statutes = new MemoryReader();
    const title = "Satzung des Vereins der Freunde des Teichs und der Mühle.";
    await statutes.add(
      "satzung.md",
      `# ${title}\n\n${title}\n\nDer Verein pflegt den Teich und die Wege am Ufer.\n`,
    );
    const { sentences } = await askWithoutModel(statutes, "Fasse satzung.md zusammen");
    expect(sentences.slice(1).map(({ text }) => text)).toEqual([
      "Der Verein pflegt den Teich und die Wege am Ufer.",
    ]);
  });

  it("takes the authors from lines with their academic degrees", async () => {
    const articles = new MemoryReader();
    await articles.add(
      "storms-and-floods.txt",
      "Storms and floods\nNora L. Keel, PhD\nKate M. Shaw, MS\n\nCorresponding author: N. Keel, 29 Pier Road, Boston, MA.\nStorms are strong winds.\n",
    );
    await articles.add("boats.txt", "Boats\nBoston, MA\n\nBoats leave from the pier.\n");
    const authors = async (question: string) => {
      const { sentences } = await askWithoutModel(articles, question);
      return sentences.map(({ text }) => text).join(" ");
    };
    expect(await authors("Who wrote the article about storms and floods?")).toContain(
      "Nora L. Keel, PhD; Kate M. Shaw, MS",
    );
    expect(await authors("Who wrote the article about boats?")).not.toContain("Boston");
  });

  it("takes the authors from the line of people below a paper's title, but not from a letter", async () => {
    const papers = new MemoryReader();
    await papers.add(
      "tides-and-towns.txt",
      "Tides change the towns of the coast\n\nAda R. Keel, Bea Morrow and others\n\nPublished 9 February 2018\n\nAbstract\n\nTowns move inland.\n",
    );
    await papers.add(
      "letter.txt",
      "Hollis Joinery Limited\nMr Ed Hale and Mrs Una Hale\n4 Pier Road\n\nPublished prices apply.\n",
    );
    const authors = async (question: string) => {
      const { sentences } = await askWithoutModel(papers, question);
      return sentences.map(({ text }) => text).join(" ");
    };
    expect(await authors("who are the authors of the paper on tides and towns?")).toContain(
      "Ada R. Keel, Bea Morrow and others",
    );
    expect(await authors("Who wrote the letter?")).not.toContain("Hale");
  });

  it.each([
    ["Minutes of the meeting of 14 May 2024\n\nPresent: Ada, Bea\n", "14 May 2024"],
    ["Harbour Office\nBern, Monday, 4 May 2026\n\nDear Ms Hale,\n", "4 May 2026"],
    ["Lease\n\nThis agreement is made on March 3, 2025 between two parties.\n", "March 3, 2025"],
  ])("takes the day of a document from its first lines: %j", async (text, day) => {
    const one = new MemoryReader();
    await one.add("one.txt", text);
    for (const question of ["What is the date?", "Date", "When was this document written?"]) {
      expect((await askWithoutModel(one, question)).text).toContain(day);
    }
  });

  it("takes no day that is about something else for that of a document", async () => {
    const one = new MemoryReader();
    await one.add(
      "one.txt",
      "Ada Keel\nborn on 4 May 1950 in the old town, came in with a cough.\n",
    );
    expect((await askWithoutModel(one, "What is the date?")).text).not.toContain("1950");
  });

  it("says that a document does not name its author, and marks nothing", async () => {
    const { kind, direct, passages, text } = await ask("Who wrote the harbour report?");
    expect(kind).toBe("passages");
    expect(direct).toMatchObject({
      kind: "unsaid",
      fact: "author",
      path: "harbour-report-2024.md",
    });
    expect(passages.flatMap(({ marked }) => marked)).toEqual([]);
    expect(text).toBe("harbour-report-2024.md names no author in its properties.");
  });

  it("takes the author from a line at the beginning, and cites it", async () => {
    const signed = new MemoryReader();
    await signed.add(
      "essay.txt",
      "On tides\n\nby Ada Lovelace and Grace Hopper\n\nThe tide rises.\n",
    );
    await signed.add("mail.txt", "From: Tom Ford <tom@ford.test>\nTo: all\n\nHello.\n");
    await signed.add("lease.txt", "LEASE AGREEMENT\n\nThe rent is paid by Order of a bank.\n");
    const essay = await askWithoutModel(signed, "Who wrote the essay?");
    expect(essay.text).toContain("Ada Lovelace and Grace Hopper");
    expect(essay.sentences[0]?.citations[0]?.quote).toBe("by Ada Lovelace and Grace Hopper");
    await signed.add(
      "survey.txt",
      "Survey\n\nThis survey was prepared by the parish council in May.\n",
    );
    const survey = await askWithoutModel(signed, "Who prepared the survey?");
    expect(survey.text).toContain("survey.txt names the parish council at its beginning");
    expect((await askWithoutModel(signed, "Who wrote the mail?")).text).toContain("Tom Ford");
    expect((await askWithoutModel(signed, "Who wrote the lease?")).direct?.kind).toBe("unsaid");
  });

  it("takes the author from a line at the end that names one", async () => {
    const signed = new MemoryReader();
    await signed.add(
      "heel-leaflet.txt",
      `Heel pain\n\n${"Rest the foot. ".repeat(200)}\n\nWritten by Ruth Adeyemi, podiatrist, and reviewed by patients. Issued in May.\n`,
    );
    await signed.add(
      "rules.txt",
      "House rules\n\nNotice is given in writing. Claims are prepared by the tenant.\n",
    );
    const leaflet = await askWithoutModel(signed, "Who is the author of the heel leaflet?");
    expect(leaflet.text).toContain("heel-leaflet.txt names Ruth Adeyemi at its end");
    expect(leaflet.sentences[0]?.citations[0]?.quote).toBe("Written by Ruth Adeyemi");
    const rules = await askWithoutModel(signed, "Who wrote the rules?");
    expect(rules.text).not.toContain("at its end");
  });

  it("answers with the title", async () => {
    expect((await ask("What is the title of ferries.md?")).text).toBe(
      "The title of ferries.md is “Ferries”.",
    );
  });

  it("lists the documents of a format or type", async () => {
    const mixed = new MemoryReader();
    await mixed.add("oak-lane.txt", "TENANCY AGREEMENT\n\nBetween two parties.\n");
    await mixed.add(
      "Mietvertrag_Linden.md",
      "# Wohnung\n\nDie Miete wird am Anfang des Monats gezahlt, und sie ist nicht zu hoch. Der Mieter hat das Recht auf einen Schlüssel für das Haus.\n",
    );
    await mixed.add("cake.md", "# Cake\n\nBoth sides of the agreement like cake.\n");
    const contracts = (await askWithoutModel(mixed, "Which of my files are agreements?")).sentences;
    expect(contracts.map(({ text }) => text.split(":")[0])).toEqual([
      "2 of 3 documents, by name, title or first line",
      "oak-lane.txt",
      "Wohnung (Mietvertrag_Linden.md)",
    ]);
    expect(contracts[1]?.citations).toHaveLength(1);
    for (const [question, first] of [
      ["How many contracts do I have?", "2 of 3 documents, by name, title or first line:"],
      [
        "Welche meiner Dokumente sind Verträge?",
        "2 von 3 Dokumenten, nach Name, Titel oder erster Zeile:",
      ],
      ["How many PDFs do I have?", "None of 3 documents is of the format PDF."],
    ]) {
      const { sentences } = await askWithoutModel(mixed, question ?? "");
      expect(sentences[0]?.text, question).toBe(first);
    }
    for (const question of ["Which documents are invoices?", "Which contracts do I need?"]) {
      expect((await askWithoutModel(mixed, question)).kind, question).toBe("passages");
    }
  });

  it("compares documents by their length", async () => {
    expect((await ask("Which document is the longest?")).text).toMatch(
      /^harbour-report-2024\.md is the longest of 3 documents: \d+ words\.$/u,
    );
    expect((await ask("Quel est le document le plus court ?")).text).toMatch(
      / est (?:le|l’un des 2) plus courts? de 3 documents\u202f: \d+ mots\.$/mu,
    );
    expect((await ask("Which document has the longest notice period?")).kind).toBe("passages");
  });

  it("does not answer about an unknown document, or one without an author", async () => {
    for (const question of [
      "Summarise the treaty of Utrecht",
      "How many pages has the budget?",
      "Who wrote the harbour report?",
      "Summarise this document",
    ]) {
      expect((await ask(question)).kind, question).toBe("passages");
    }
  });
});
