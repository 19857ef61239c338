import type { Answer, Pagehound, SearchResponse } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** What is shown for a question before a model answers. */
export type FirstAnswer = Pick<
  Answer,
  "kind" | "text" | "passages" | "unmatched" | "corrections" | "direct"
>;

/** The number of passages shown. */
const shown = 10;
/** The number of passages from which those shown are chosen, as in `ask`. */
const depth = 4 * shown;

/** Asks questions without a model, using the served embedder if `embeds` is set. */
export async function firstAnswers(request: {
  name: string;
  embeds: boolean;
  questions: readonly { readonly text: string; readonly documents: readonly string[] | null }[];
}): Promise<FirstAnswer[]> {
  const collection = await openFor(request);
  const ids = new Map((await collection.documents()).map(({ path, id }) => [path, id]));
  const answers: FirstAnswer[] = [];
  for (const { text, documents: paths } of request.questions) {
    const documents = paths?.flatMap((path) => ids.get(path) ?? []);
    const {
      kind,
      text: answer,
      passages,
      unmatched,
      corrections,
      direct,
    } = await collection.ask(text, {
      documents,
      passages: shown,
    });
    answers.push({ kind, text: answer, passages, unmatched, corrections, direct });
    if (answers.length % 100 === 0) void globalThis.say(`  ${answers.length} questions asked`);
  }
  collection.close();
  return answers;
}

/** Runs the searches that `ask` makes for questions, leaving out some documents. */
export async function answerSearches(request: {
  name: string;
  embeds: boolean;
  questions: readonly { readonly text: string; readonly without: readonly string[] }[];
}): Promise<SearchResponse[]> {
  const collection = await openFor(request);
  const by = request.embeds ? "both" : "words";
  const all = await collection.documents();
  const responses: SearchResponse[] = [];
  for (const { text, without } of request.questions) {
    const documents = all.filter(({ path }) => !without.includes(path)).map(({ id }) => id);
    const part = without.length > 0 ? { documents } : {};
    responses.push(await collection.search(text, { ...part, limit: depth, figures: true, by }));
    if (responses.length % 100 === 0)
      void globalThis.say(`  ${responses.length} questions searched`);
  }
  collection.close();
  return responses;
}

/** Opens a collection, embedding all its passages if the served embedder is used. */
async function openFor(request: { name: string; embeds: boolean }): Promise<Pagehound> {
  const collection = await openCollection(request.name);
  if (!request.embeds) return collection;
  const embedder = await globalThis.harness.models.loadEmbedder({
    url: "/embedder/",
    assetsBase: "/assets/onnx/",
    cache: false,
  });
  await collection.embeddings.use(embedder);
  const { total } = await collection.embeddings.start();
  void globalThis.say(`  ${total} passages embedded`);
  return collection;
}
