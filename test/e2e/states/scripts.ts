import { idOf, type ScriptedEndpoint } from "../scripted-endpoint.js";

/** A question about the sample report, and the row that answers it. */
export const question = "What was the operating profit in 2024?";
const row = "Operating profit 2 14,150 10,000";

type Sentence = { text: string; citations: { id: string; quote: string }[] };

const act = (...calls: object[]): object => ({ thought: "", calls });
const look = (query: string): object => ({ tool: "search", arguments: { query } });
const conclude = (enough: boolean, sentences: Sentence[], missing = ""): object =>
  act({ tool: "answer", arguments: { enough, missing, sentences } });

/** Searches once and answers with two sources, a second sentence, and one that nothing supports. */
export function answers(endpoint: ScriptedEndpoint): void {
  let turns = 0;
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["operating profit"] };
    if (kind === "action" && turns++ === 0) return act(look("operating profit 2024"));
    return conclude(true, answerOf(prompt));
  };
}

function answerOf(prompt: string): Sentence[] {
  const id = idOf(prompt, "14,150");
  return [
    {
      text: "The operating profit was **$14,150 thousand** in 2024.",
      citations: [{ id, quote: row }],
    },
    {
      text: "In the year before it was $10,000 thousand.",
      citations: [{ id, quote: "14,150 10,000" }],
    },
    { text: "Everybody was astonished by the rise.", citations: [] },
  ];
}

/** Answers with a number from another year's column of the cited row. */
export function takesWrongColumn(endpoint: ScriptedEndpoint): void {
  answers(endpoint);
  const right = endpoint.reply;
  endpoint.reply = (request) => {
    const reply = JSON.stringify(right(request));
    return JSON.parse(reply.replace("**$14,150 thousand** in 2024", "$10,000 thousand in 2024"));
  };
}

/** Calculates with two numbers from the report. */
export function calculates(endpoint: ScriptedEndpoint): void {
  let turns = 0;
  endpoint.reply = ({ kind, prompt }) => {
    if (kind === "rewrite") return { question, queries: ["operating profit"] };
    turns++;
    if (turns === 1 && kind === "action") return act(look("operating profit 2024"));
    const id = idOf(prompt, "14,150");
    if (turns === 2 && kind === "action") {
      const values = [
        { name: "a", id, number: "10,000" },
        { name: "b", id, number: "14,150" },
      ];
      const call = { expression: "percent_change(a, b)", values };
      return act({ tool: "calculate", arguments: call });
    }
    const text = "The operating profit rose by 41.5 %.";
    return conclude(true, [{ text, citations: [{ id, quote: row }] }]);
  };
}

/** Finds nothing, and says so. */
export function findsNothing(endpoint: ScriptedEndpoint): void {
  endpoint.reply = ({ kind }) => {
    if (kind === "rewrite")
      return { question: "Who flew the airship?", queries: ["airship pilot"] };
    return kind === "action" ? act(look("airship")) : conclude(false, [], "airships");
  };
}

/** Starts to reply, then goes silent. */
export function fallsSilent(endpoint: ScriptedEndpoint): void {
  endpoint.reply = () => ({ silentAfter: '{"thought":"' });
}

/** Goes silent in the middle of its answer. */
export function fallsSilentAnswering(endpoint: ScriptedEndpoint): void {
  answers(endpoint);
  const whole = endpoint.reply;
  endpoint.reply = (request) => {
    const reply = JSON.stringify(whole(request));
    return reply.includes('"answer"') ? { silentAfter: reply.slice(0, -12) } : JSON.parse(reply);
  };
}

/** Fails every request. */
export function breaks(endpoint: ScriptedEndpoint): void {
  endpoint.reply = () => {
    throw new Error("out of memory");
  };
}
