import type { Answer, SearchResponse } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** What is shown for a question before a model answers. */
export type FirstAnswer = Pick<Answer, "passages" | "unmatched">;

/** Passages that are shown. */
const shown = 10;
/** Passages of a search that the shown ones are chosen from, as `ask` does. */
const depth = 4 * shown;

/** Asks questions without a model. */
export async function firstAnswers(request: {
  name: string;
  questions: readonly { readonly text: string; readonly documents: readonly string[] | null }[];
}): Promise<FirstAnswer[]> {
  const collection = await openCollection(request.name);
  const ids = new Map((await collection.documents()).map(({ path, id }) => [path, id]));
  const answers: FirstAnswer[] = [];
  for (const { text, documents: paths } of request.questions) {
    const documents = paths?.flatMap((path) => ids.get(path) ?? []);
    const { passages, unmatched } = await collection.ask(text, { documents, passages: shown });
    answers.push({ passages, unmatched });
    if (answers.length % 100 === 0) void globalThis.say(`  ${answers.length} questions asked`);
  }
  collection.close();
  return answers;
}

/** What `ask` searches for questions, in all documents but some. */
export async function answerSearches(request: {
  name: string;
  questions: readonly { readonly text: string; readonly without: readonly string[] }[];
}): Promise<SearchResponse[]> {
  const collection = await openCollection(request.name);
  const all = await collection.documents();
  const responses: SearchResponse[] = [];
  for (const { text, without } of request.questions) {
    const documents = all.filter(({ path }) => !without.includes(path)).map(({ id }) => id);
    const part = without.length > 0 ? { documents } : {};
    responses.push(await collection.search(text, { ...part, limit: depth, figures: true }));
    if (responses.length % 100 === 0)
      void globalThis.say(`  ${responses.length} questions searched`);
  }
  collection.close();
  return responses;
}
