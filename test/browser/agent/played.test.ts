import { deleteDB } from "idb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commands } from "vitest/browser";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { type Answer, type AskEvent, Pagehound } from "../../../src/index.js";
import { type ChatRequest, connectEndpoint } from "../../../src/models/index.js";
import { fixture } from "../fixture.js";
import { checkRun } from "./check-run.js";

/**
 * How a strong model answered questions about the sample documents in the tool-calling loop.
 * Replayed without the model: the prompts, the results of calls and the answers must all stay the
 * same. test/fixtures/played/README.md explains how to record it.
 */
interface Recording {
  /** The lines of the system prompt, without the descriptions of tools. */
  system: readonly string[];
  readonly questions: readonly PlayedQuestion[];
}

interface PlayedQuestion {
  /** The kind of question it represents. */
  readonly kind: string;
  readonly question: string;
  /** Whether it continues the conversation of the previous question. */
  readonly follows?: true;
  /** Every request to the model with its reply, in order; missing until recorded. */
  readonly exchanges?: readonly Exchange[];
  /** What the loop did, in plain words. */
  readonly done?: readonly string[];
  readonly answer?: ReturnType<typeof shownAnswer>;
}

interface Exchange {
  /** The lines added to the prompt, with locations in place of document text. */
  readonly asked: readonly string[];
  readonly reply: object;
}

const place = "test/fixtures/played/recording.json";
const recording: Recording = JSON.parse(await (await fixture("played/recording.json")).text());
/**
 * The URL of a model to ask again, or `recorded` to keep the replies and rewrite everything else.
 */
const player: string = import.meta.env.PAGEHOUND_PLAYER ?? "";
const samples = [
  "pagehound-user-guide.pdf",
  "keyword-search-over-personal-documents.pdf",
  "northwind-harbour-ferries-annual-report-2024.pdf",
];
/**
 * Large enough that code does not guide the model, with a context that shows many places at first.
 */
const info = { id: "custom:player-70b", name: "player-70b", contextLength: 16_384 };
const calls = 10;
/** A model played by a person may think for a long time. */
const timeout = player.startsWith("http") ? 24 * 3_600_000 : 240_000;

let hound: Pagehound;

beforeAll(async () => {
  const name = "played-test";
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const files = samples.map(async (path) => {
    return { path, file: await (await fetch(`/samples/${path}`)).blob() };
  });
  const { refused } = await hound.add(await Promise.all(files));
  expect(refused).toEqual([]);
});
afterAll(async () => {
  if (player !== "") await commands.writeFile(place, `${JSON.stringify(recording, null, 2)}\n`);
  hound.close();
});

let conversation = 0;

it.for(recording.questions)("$kind: $question", { timeout }, async (played) => {
  const { question, follows, exchanges: recorded = [] } = played;
  if (!follows) conversation++;
  const replies = player.startsWith("http")
    ? again()
    : recorded.map(
        ({ reply }) =>
          () =>
            reply,
      );
  const exchanges: Exchange[] = [];
  const model = scriptedModel(
    replies.map((reply) => async (request: ChatRequest) => {
      const before = exchanges.length === 0 ? 0 : request.messages.length - 1;
      const added = request.messages.slice(before).filter(({ role }) => role !== "system");
      const exchange = { asked: added.flatMap(ownLines), reply: await reply(request) };
      exchanges.push(exchange);
      return exchange.reply;
    }),
    info,
  );
  const run = hound.ask(question, {
    model,
    calls,
    strategy: "retrieve-tools",
    conversation: `played ${conversation}`,
  });
  const { answer, events } = await checkRun(hound, run, calls);
  const now = { exchanges, done: events.flatMap(doneIn), answer: shownAnswer(answer) };
  const system = systemLines(model.requests[0]?.messages[0]?.content ?? "");
  if (player !== "") {
    recording.system = system;
    Object.assign(played, now);
    return;
  }
  expect(system).toEqual(recording.system);
  expect(exchanges).toEqual(recorded);
  model.finish();
  expect(now).toMatchObject({ done: played.done, answer: played.answer });
  expect(answer.sentences.filter(({ supported }) => !supported)).toEqual([]);
});

/** Requests replies from the model at the URL, as many as a run may need. */
function again(): ((request: ChatRequest) => Promise<object>)[] {
  const hours = 3_600_000;
  const connected = connectEndpoint({ url: player, timeout: 4 * hours, replyTimeout: 4 * hours });
  return Array.from({ length: 2 * calls + 10 }, () => async (request: ChatRequest) => {
    const { content } = await (await connected).complete(request);
    return JSON.parse(content);
  });
}

function systemLines(prompt: string): string[] {
  return prompt.replace(/(?<=\nTools:\n)(?:- .*\n)+/u, "…\n").split("\n");
}

/**
 * The loop's own text, without that of documents, searches and results, which depends on other
 * code.
 */
function ownLines({ content }: { readonly content: string }): string[] {
  const data = /<((documents|passages|result|notes)\b[^>]*)>\n[\s\S]*?\n<\/\2>/gu;
  return content.replace(data, "<$1>…</$2>").split("\n");
}

function doneIn(event: AskEvent): readonly string[] {
  switch (event.type) {
    case "tool-call":
      return [event.description];
    case "tool-result":
      return event.repeated ? ["The same as before."] : [];
    case "tool-error":
    case "self-check":
      return [event.message];
    case "repair":
    case "fallback":
      return [event.reason];
    default:
      return [];
  }
}

function shownAnswer({ kind, standalone, missing, sentences }: Answer) {
  return {
    kind,
    standalone,
    missing,
    sentences: sentences.map(({ text, citations, calculations, doubt }) => ({
      text,
      quotes: citations.map(({ path, page, quote }) => `${path}, ${page}: ${quote}`),
      ...(calculations.length === 0
        ? {}
        : {
            computed: calculations.map(({ expression, display }) => `${expression} = ${display}`),
          }),
      ...(doubt === undefined ? {} : { doubt }),
    })),
  };
}
