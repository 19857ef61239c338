import { describe, expect, it } from "vitest";
import { readQuestion } from "../../../src/figures/question.js";

describe("the kind of thing that a question asks for", () => {
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
    ["What is the name of the man who built it where the river ends?", "any"],
    ["In the contract, may the tenant keep a dog?", "rule"],
    ["Is smoking allowed?", "rule"],
    ["How do I reset the router?", "steps"],
    ["How hot is the oven?", "number"],
    ["Muss der Mieter zahlen?", "rule"],
    ["What is PFAS?", "definition"],
    ["What is the gross margin?", "percent"],
  ])("%s: %s", (question, kind) => {
    expect(readQuestion(question).kind).toBe(kind);
  });
});

it.each([
  ["How many spare rooms has the hut?", ["spare", "room"]],
  ["What is the number of guests?", ["guest"]],
  ["How much does it cost?", []],
])("%s: what is to be counted", (question, counted) => {
  expect([...readQuestion(question).counted]).toEqual(counted);
});

it.each([
  ["In the agreement with Acme, Inc., may it be copied?", "In the agreement with Acme, Inc.,"],
  ["In 1905, who was king?", "In 1905,"],
  ["May it, in the end, be copied?", ""],
])("%s: where to look", (question, lead) => {
  expect(readQuestion(question).lead).toBe(lead);
});
