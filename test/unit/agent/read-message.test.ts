import { describe, expect, it } from "vitest";
import { readMessage } from "../../../src/agent/loop/read-message.js";

describe("the questions of a message", () => {
  it.each([
    [
      "Who is the landlord, and how much is the deposit?",
      ["Who is the landlord?", "How much is the deposit?"],
    ],
    ["Can I keep a dog? Who cleans the stairs?", ["Can I keep a dog?", "Who cleans the stairs?"]],
    ["1. Who pays?\n2. When is it due?", ["Who pays?", "When is it due?"]],
    [
      "Is the deposit refundable and may I sublet the flat?",
      ["Is the deposit refundable?", "May I sublet the flat?"],
    ],
    [
      "In which year was it built and by whom was it designed?",
      ["In which year was it built?", "By whom was it designed?"],
    ],
    [
      "Wer ist der Vermieter und wie hoch ist die Kaution?",
      ["Wer ist der Vermieter?", "Wie hoch ist die Kaution?"],
    ],
    [
      "Qui est le bailleur et combien coûte le loyer ?",
      ["Qui est le bailleur?", "Combien coûte le loyer ?"],
    ],
    [
      "¿Quién es el dueño? ¿Cuánto cuesta el alquiler?",
      ["¿Quién es el dueño?", "¿Cuánto cuesta el alquiler?"],
    ],
  ])("are found in %s", (message, questions) => {
    expect(readMessage(message)).toEqual({ questions, context: "" });
  });

  it.each([
    "When and where was she born?",
    "Explain how and why the pump stops.",
    "What are the terms and conditions?",
    "Is there a policy that covers theft and fire?",
    "Who? When? Where? Why? How? What?",
    "List the members and what they pay.",
  ])("are one in %s", (message) => {
    expect(readMessage(message)).toEqual({ questions: [message], context: "" });
  });
});

it.each([
  [
    "I am moving out in May. How much notice must I give?",
    "How much notice must I give?",
    "I am moving out in May.",
  ],
  ["Who wrote it? I need the name. Thank you!", "Who wrote it?", "I need the name."],
  ["Who pays for repairs? Thanks in advance!", "Who pays for repairs?", ""],
  ["One more thing: who pays for repairs?", "who pays for repairs?", "One more thing."],
  ["I know the rent. We asked. Tell me the deposit.", null, ""],
])("tells the question of %s from its other sentences", (message, question, context) => {
  expect(readMessage(message)).toEqual({ questions: [question ?? message], context });
});
