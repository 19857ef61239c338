import fc from "fast-check";
import { expect, it } from "vitest";
import { answerUnits } from "../../../src/core/answer-units.js";

function units(text: string): string[] {
  return answerUnits(text).map(({ start, end }) => text.slice(start, end));
}

it("splits sentences across line breaks, rows at line breaks, and neither across blocks", () => {
  const text =
    "Sales rose in\n2019. They fell before.\nSales\t5\t6\nCosts\t3\t4\n\nA block without an end\n\nAnother one.";
  expect(units(text)).toEqual([
    "Sales rose in\n2019.",
    "They fell before.",
    "Sales\t5\t6",
    "Costs\t3\t4",
    "A block without an end",
    "Another one.",
  ]);
  expect(answerUnits(text).map(({ kind }) => kind)).toEqual([
    "sentence",
    "sentence",
    "row",
    "row",
    "sentence",
    "sentence",
  ]);
});

it("splits before a line that names the thing that the next line describes", () => {
  const text =
    "The keys of this box open every door.\nlamp\nMembers of this group may light the lamp.";
  expect(units(text)).toEqual([
    "The keys of this box open every door.",
    "lamp",
    "Members of this group may light the lamp.",
  ]);
});

it("keeps the number of a section with its title", () => {
  expect(units("1.15. Does it remove moss? It does.")).toEqual([
    "1.15. Does it remove moss?",
    "It does.",
  ]);
  expect(units("The rate rose to 3.2. It fell again.")).toHaveLength(2);
});

it.each([
  ["Das gilt z. B. für Hunde, d. h. Doggen.", "Der TSV Moor e. V. Hamburg zahlt ggf. Miete."],
  ["Rom wurde 753 v. Chr. Hauptstadt.", "Es kostet 5 Mio. Euro zzgl. Umsatzsteuer."],
  ["Mitglied ist der Verein Moor e. V.", "Der Vorstand tagt u. a. Freitags."],
  ["Consulte p. ej. Madrid o los EE. UU. Mañana.", "El apartado vale."],
  ["Voir p. ex. Paris, av. Foch.", "Choose option b.", "The next one is better."],
])("does not end a sentence at abbreviations in several parts: %s", (...sentences) => {
  expect(units(sentences.join(" "))).toEqual(sentences);
});

it("begins a unit at each entry of a list of terms", () => {
  const entries = ["RED -- in battle", "LOW OIL -- nearly out\nof oil", "GREEN -- normal"];
  expect(units(entries.join("\n"))).toEqual(entries);
  expect(units("The lamps were lit\nlate -- and kept so\nuntil dawn.")).toHaveLength(1);
});

it("begins a unit at each labelled line after another one", () => {
  const turns = ["Anna: ok", "Ben: See you at five, and bring\nthe cake", "Anna: I will"];
  expect(units(turns.join("\n"))).toEqual(turns);
  const form = ["Name: Sam Smith", "Date of birth: 5 May 1970", "Place: Leeds"];
  expect(units(form.join("\n"))).toEqual(form);
  expect(units("We sell three kinds of\nRoses: old, wild and\nclimbing ones.")).toHaveLength(1);
});

it("ends units at lines of punctuation, which belong to no unit", () => {
  const rule = "=".repeat(40);
  const text = `The pane is\ncracked.\n${rule}\nLETTER 5\n${rule}\nPlease call.\n* * *\nThanks.`;
  expect(units(text)).toEqual(["The pane is\ncracked.", "LETTER 5", "Please call.", "Thanks."]);
});

it("begins a unit at each message of a chat", () => {
  const messages = [
    "[03/04/2025, 09:14:55] Oisin: I can",
    "[03/04/2025, 20:40:31] Freya: the code is new,\nwrite it down",
    "[2025-04-05 11:20] Jakub: thanks",
    "05.04.25, 11:22 - Freya: you're welcome",
    "4/5/25, 11:58 AM - Oisin: see you",
    "[00:02:20] Tunde Bakare: hello",
  ];
  expect(units(messages.join("\n"))).toEqual(messages);
  expect(units("The shop opens\n[see 5.10] at nine on\n12/4/25, or later.")).toHaveLength(1);
});

it("begins a unit where a quote in a mail begins, ends, pauses or goes deeper", () => {
  const text = [
    "I agree",
    "> Shall we meet",
    "> on Friday? I can come",
    ">",
    "> Best",
    "> > It rains",
    "> > today",
    ">> and tomorrow",
    "See you",
  ];
  expect(units(text.join("\n"))).toEqual([
    "I agree",
    "Shall we meet\n> on Friday?",
    "I can come",
    "Best",
    "It rains\n> > today\n>> and tomorrow",
    "See you",
  ]);
  expect(units("The job is logged as 7 and\n> we come on Friday.\n> Best")).toHaveLength(2);
});

it("splits program code at its lines, but not multi-line comments", () => {
  const code = [
    "// The port is chosen by the system",
    "// unless it is named.",
    "const server = open({",
    "  port: 8080, // may be taken",
    "  retries: 3,",
    "});",
  ];
  expect(units(`Open a server.\n\n${code.join("\n")}`)).toEqual([
    "Open a server.",
    "// The port is chosen by the system\n// unless it is named.",
    "const server = open({",
    "port: 8080, // may be taken",
    "retries: 3,",
    "});",
  ]);
  expect(units("The price (in crowns;\nsee below) is\nfive (5).")).toHaveLength(1);
});

it("splits at numbered clauses, and not at other numbers that begin a line", () => {
  const clauses = [
    "2. Definitions",
    "2.1 “Policy” means this Confidentiality Policy",
    "2.2 “Chair” means the chair of the Board",
    "2.2.1 Deputies count as chairs",
    "2.3 A “Member” is a member of the Board",
  ];
  expect(units(clauses.join("\n"))).toEqual(clauses);
  const later = [
    "4.9 “Tenant” means Ada",
    "4.10 “Landlord” means Olaf",
    "5. Rent",
    "5.1 Rent is due",
  ];
  expect(units(`and no other matter.\n${later.join("\n")}`)).toEqual([
    "and no other matter.",
    ...later,
  ]);
  const prose = "Version 2.4 Beta needs a disk of\n2.5 GB, as version\n2.3 Alpha did.";
  expect(units(prose)).toEqual([prose]);
});

it("splits at lines of columns that are aligned with spaces, with the lines that continue them", () => {
  const lines = [
    "  No.  Deliverable            Date",
    "  D1   Kick-off note          13 May 2024",
    "  P/3  Land behind the inn, 19 dwellings: objection, on the\n       grounds of access.",
  ];
  expect(units(lines.join("\n"))).toEqual(lines.map((line) => line.trim()));
  const prose = "It ended in May.  Nobody\nknew why.";
  expect(units(prose)).toEqual(["It ended in May.", "Nobody\nknew why."]);
});

it("splits at list items and after titles", () => {
  expect(units("We need:\n• one thing\n• another\nthing\n(a) and a third")).toEqual([
    "We need:",
    "• one thing",
    "• another\nthing",
    "(a) and a third",
  ]);
  expect(units("Employees\nWe employ 500 people in four countries.")).toEqual([
    "Employees",
    "We employ 500 people in four countries.",
  ]);
});

it.each([
  "See No. 5 of the list.",
  "It was sold by Acme Inc. in May.",
  "Dr. Smith and J. P. Morgan came.",
  "The U.S. Treasury paid 1.5 million.",
  "Wir zahlen z.B. Nr. 5 und Abs. 3 aus.",
  "It costs $3.50 a piece.",
  "Rev. Paul Ash and Gov. Ida Melling came on Jan. 5.",
  "Jacques Ash (c. 1455) wrote it.",
])("does not split a sentence at: %s", (sentence) => {
  expect(units(sentence)).toEqual([sentence]);
});

it("ends a sentence at a “No” that is not an abbreviation", () => {
  expect(units("Is it open? No. The hut is shut.")).toEqual([
    "Is it open?",
    "No.",
    "The hut is shut.",
  ]);
});

it("ends a sentence at an abbreviation that may also end one", () => {
  expect(units("It was sold by Acme Inc. The price was high.")).toEqual([
    "It was sold by Acme Inc.",
    "The price was high.",
  ]);
});

it("returns trimmed parts in order that cover the whole text", () => {
  const piece = fc.constantFrom(
    "Sales ",
    "rose. ",
    "No. 5 ",
    "\n",
    "\n\n",
    "\t",
    "12.5 ",
    "• ",
    "x",
    "。",
    "\r\n",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((parts) => parts.join("")),
      ),
      (text) => {
        let last = 0;
        let rest = "";
        for (const { start, end } of answerUnits(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          const unit = text.slice(start, end);
          expect(unit).toBe(unit.trim());
          rest += text.slice(last, start);
          last = end;
        }
        expect(rest + text.slice(last)).toMatch(/^[\s>]*$/);
      },
    ),
  );
});
