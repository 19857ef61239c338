import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../src/figures/question.js";

describe("the kind of thing a question asks for", () => {
  it.each([
    ["When did the partnership form?", "date"],
    ["Since when is it open?", "date"],
    ["In what year was it founded?", "date"],
    ["Wann wurde das Haus gebaut?", "date"],
    ["How old was she when she died?", "number"],
    ["What was the population of the town in 1901?", "number"],
    ["How many seats were left when the doors closed?", "number"],
    ["Who set the rate of interest?", "person"],
    ["Where was the treaty signed?", "place"],
    ["Why did the group reject it when discussing the budget?", "reason"],
    ["What did the designer propose when discussing the menu?", "any"],
    ["What is the name of the mill that whoever built it sold where the river ends?", "any"],
    ["What is the name of the man who built it?", "person"],
    ["What is the name of Ida's husband?", "person"],
    ["What caused the mould?", "reason"],
    ["In the contract, may the tenant keep a dog?", "rule"],
    ["Is smoking allowed?", "rule"],
    ["How do I reset the router?", "steps"],
    ["How hot is the oven?", "number"],
    ["How small is the library?", "number"],
    ["What does the ticket cost?", "number"],
    ["What's the extra price for a late start?", "number"],
    ["What is the monthly rent?", "number"],
    ["Which company makes the scales?", "person"],
    ["What did the designer think of the cost limits of the case?", "any"],
    ["Muss der Mieter zahlen?", "rule"],
    ["What is PFAS?", "definition"],
    ["What is the gross margin?", "percent"],
    ["How much of the rent does the fund pay?", "percent"],
    ["How much does the fund pay?", "number"],
    ["By how many percent were the damages reduced?", "percent"],
    ["Um wie viel Prozent steigt die Miete?", "percent"],
    ["What is the name of the thief?", "person"],
    ["What is another name for the hut?", "naming"],
    ["The small hairs are called what?", "naming"],
    ["Comment s'appelle le refuge ?", "naming"],
    ["Who was called to the hut?", "person"],
  ])("recognises the kind of thing that “%s” asks for: %s", (question, kind) => {
    expect(readQuestion(question).kind).toBe(kind);
  });
});

it("reads an abbreviation with full stops as one word", () => {
  expect(readQuestion("Who is the U.N. envoy?").keys).toEqual(
    readQuestion("Who is the UN envoy?").keys,
  );
});

it.each([
  ["How many spare rooms has the hut?", ["spare", "room"]],
  ["By how many percent were the damages reduced?", []],
  ["What is the number of guests?", ["guest"]],
  ["How much does it cost?", []],
])("finds the things to count in “%s”", (question, counted) => {
  expect([...readQuestion(question).counted]).toEqual(counted);
});

it.each([
  ["In the agreement with Acme, Inc., may it be copied?", "In the agreement with Acme, Inc.,"],
  ["In 1905, who was king?", "In 1905,"],
  ["May it, in the end, be copied?", ""],
])("finds where to look in “%s”", (question, lead) => {
  expect(readQuestion(question).lead).toBe(lead);
});

it("ignores everyday words, and words that only name the kind of thing", () => {
  const { asking } = readQuestion("Where do I find the first password now?");
  expect(asking).toContain("find");
  expect(asking).toContain("now");
  expect(asking).not.toContain("password".slice(0, 6));
  expect(readQuestion("How long is the notice period?").keys).toEqual(["is", "the", "notice"]);
  expect(readQuestion("What does error E07 mean?").keys).not.toContain("mean");
});

it.each([
  ["How long does it take at 18 °C?", ["18"]],
  ["What happened in 1905?", []],
  ["May 2,500 people enter?", ["2500"]],
])("finds the amounts in “%s”", (question, amounts) => {
  expect(readQuestion(question).amounts).toEqual(amounts);
});

it.each([
  [
    "What is the landlord's phone number?",
    "Call 0800 555 0199 within 48 hours.",
    "The flat has 14 rooms.",
  ],
  ["What number do I call?", "Ring (020) 7946-0018.", "In 2019 there were 12."],
  ["What is her e-mail address?", "Write to ada@lovelace.example.", "She writes letters at home."],
  ["Which website has the forms?", "See www.forms.example for them.", "Forms are in the hall."],
  ["Wie ist die Telefonnummer?", "Tel. +49 30 901820", "Es waren 30 Leute da."],
])("recognises contact details that answer “%s”", (question, is, isNot) => {
  const { contact } = readQuestion(question);
  expect([contact?.test(is), contact?.test(isNot)]).toEqual([true, false]);
});

it("expects no contact details if a question asks for something else", () => {
  for (const question of ["What number of calls was made?", "How many emails came?", "Who is it?"])
    expect(readQuestion(question).contact).toBeNull();
});

it("does not take the words for contact details, or for a name, for names of the thing", () => {
  const phone = readQuestion("Wie lautet die Telefonnummer von Frau Melling?");
  expect([...phone.names]).toEqual(["frau", "mell"]);
  expect(phone.asking.has("telefo")).toBe(true);
  expect(readQuestion("What's the name of the tenant?").asking.has("name")).toBe(true);
});

it.each([
  ["Wer hat das Rad erfunden?", "erfund"],
  ["Wer hat den Brief geschrieben?", "gesch"],
  ["Qui a écrit le livre ?", "ecrit"],
  ["¿Quién escribió el libro?", "escrib"],
])("reads the deed in “%s”", (question, key) => {
  expect([...readQuestion(question).deed].join()).toContain(key);
});

it.each([
  "Avant quelle date faut-il payer ?",
  "Welches Datum hat der Brief?",
  "¿Qué fecha es?",
  "essay due date",
])("asks for a date with “%s”", (question) => {
  expect(readQuestion(question).kind).toBe("date");
});

it.each([
  ["what does the lamp do?", true],
  ["What is /srv for?", true],
  ["Wozu dient die Lampe?", true],
  ["À quoi sert la lampe ?", true],
  ["para que sirve la lámpara", true],
  ["What does the lamp cost?", false],
  ["What is the lamp made of?", false],
])("tells whether “%s” asks what something is for", (question, expected) => {
  expect(readQuestion(question).asksPurpose).toBe(expected);
});

it("does not look for words that ask what something is for", () => {
  expect(readQuestion("para qué sirve quilt").keys).toEqual(["quilt"]);
});

it("reads paths and versions", () => {
  expect(readQuestion("difference between /tmp and /var/tmp?").paths).toEqual(["/tmp", "/var/tmp"]);
  expect(readQuestion("is a and/or b").paths).toEqual([]);
  expect(readQuestion("Does it run on Windmill 3.1?").keys).toContain("3.1");
});

describe("a question for a price", () => {
  it.each([
    ["What does parking cost at the hotel?", ["park", "cost", "hotel"]],
    ["What is the monthly fee?", ["monthl", "fee"]],
  ])("keeps the words of “%s”", (question, keys) => {
    const read = readQuestion(question);
    expect(read.kind).toBe("number");
    expect(read.keys).toEqual(expect.arrayContaining(keys));
  });
});

it("asks for a definition with “short for”", () => {
  const { kind, keys } = readQuestion("What is SCOP short for?");
  expect([kind, keys]).toEqual(["definition", ["what", "is", "scop"]]);
});
