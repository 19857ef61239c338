import type { Answer, SearchResponse } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** What is shown for a question before a model answers, and what the search gave for it. */
export interface FirstAnswer {
  readonly answer: Pick<Answer, "passages" | "unmatched">;
  /** Null unless it was asked for. */
  readonly response: SearchResponse | null;
}

/** Passages that are shown. */
const shown = 10;
/** Passages of a search that the shown ones are chosen from, as `ask` does. */
const depth = 4 * shown;

/** Asks questions without a model. */
export async function firstAnswers(request: {
  name: string;
  questions: readonly { readonly text: string; readonly documents: readonly string[] | null }[];
  withSearch: boolean;
}): Promise<FirstAnswer[]> {
  const collection = await openCollection(request.name);
  const ids = new Map((await collection.documents()).map(({ path, id }) => [path, id]));
  const answers: FirstAnswer[] = [];
  for (const { text, documents: paths } of request.questions) {
    const documents = paths?.flatMap((path) => ids.get(path) ?? []);
    const { passages, unmatched } = await collection.ask(text, { documents, passages: shown });
    const response = request.withSearch
      ? await collection.search(text, { documents, limit: depth, figures: true })
      : null;
    answers.push({ answer: { passages, unmatched }, response });
    if (answers.length % 100 === 0) void globalThis.say(`  ${answers.length} questions asked`);
  }
  collection.close();
  return answers;
}
