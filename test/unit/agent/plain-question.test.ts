import { expect, test } from "vitest";
import { plainQuestion } from "../../../src/agent/loop/plain-question.js";

test.each([
  ["Can you tell me where the office is?", "where the office is?"],
  ["Hi, could you please tell me who chaired the meeting?", "who chaired the meeting?"],
  ["Please tell me: when is the rent due?", "when is the rent due?"],
  ["I'd like to know how long it takes", "how long it takes"],
  ["I was wondering what the deposit is", "what the deposit is"],
  ["Do you know who signed it?", "who signed it?"],
  ["Hello! What is the fee?", "What is the fee?"],
  ["Können Sie mir bitte sagen, wie hoch die Kaution ist?", "wie hoch die Kaution ist?"],
  ["Ich möchte gern wissen, wer die Vermieterin ist", "wer die Vermieterin ist"],
  ["Bonjour, pouvez-vous me dire quand finit le bail ?", "quand finit le bail ?"],
  ["I need the total revenue for 2022.", "the total revenue for 2022."],
  ["I'm looking for the date of the exam", "the date of the exam"],
  ["Ich suche die Höhe der Miete", "die Höhe der Miete"],
  ["¿Podrías decirme cuánto cuesta el curso?", "cuánto cuesta el curso?"],
  ["when is the rent due pls", "when is the rent due"],
  ["When is the rent due, please?", "When is the rent due?"],
  ["When is the rent due? Many thanks in advance!", "When is the rent due?"],
  ["Wann ist die Miete fällig? Danke", "Wann ist die Miete fällig?"],
  ["Quand finit le bail, s’il vous plaît ?", "Quand finit le bail?"],
  ["Quick question: when is the rent due?", "when is the rent due?"],
  ["Eine kurze Frage: Wann ist die Miete fällig?", "Wann ist die Miete fällig?"],
  ["I forgot when the rent is due", "when the rent is due"],
  ["I don't know how to stop it", "how to stop it"],
  ["According to the document, when is the rent due?", "when is the rent due?"],
  ["When is the rent due according to the text?", "When is the rent due?"],
  ["Laut dem Dokument, wann ist die Miete fällig?", "wann ist die Miete fällig?"],
  ["Does the document say when the rent is due?", "when the rent is due?"],
  ["Do these files mention who signed it?", "who signed it?"],
  ["WHEN IS THE RENT DUE?", "when is the rent due?"],
])("leaves out what is only polite in: %s", (question, plain) => {
  expect(plainQuestion(question)).toBe(plain);
});

test.each([
  ["why cant we go ashore", "why can't we go ashore"],
  ["Why shouldnt I rinse it?", "Why shouldn't I rinse it?"],
  ["what doesnt the policy cover", "what doesn't the policy cover"],
  ["whats the deposit", "what's the deposit"],
])("adds the apostrophe of a contraction to: %s", (question, plain) => {
  expect(plainQuestion(question)).toBe(plain);
});

test.each([
  ["cuanto cuesta el abono", "cuánto cuesta el abono"],
  ["En que año se construyó la torre", "En qué año se construyó la torre"],
  ["a quien llamo de noche", "a quién llamo de noche"],
  ["donde se guardan las llaves?", "dónde se guardan las llaves?"],
])("adds the accent of a Spanish question word to: %s", (question, plain) => {
  expect(plainQuestion(question)).toBe(plain);
});

test.each([
  "¿Qué día cierra?",
  "Que dit le bail sur les chiens ?",
  "Quando chiude il museo?",
  "La maison dont le toit fuit",
  "Who tells me when to stop?",
  "I need to return the boiler. How?",
  "Find more",
  "Does the report mention the rent?",
  "Can you return the boiler?",
  "Can the tenant tell us apart?",
  "Tell me more",
  "What do they say instead of thanks?",
  "Thanks!",
  "What is in the document?",
  "Question time is when?",
  "IBM EBITDA 2019",
  "Do you know?",
  "Hi",
  "What do you know about Fresno?",
  "Wissen ist Macht",
])("changes nothing in: %s", (question) => {
  expect(plainQuestion(question)).toBe(question);
});
