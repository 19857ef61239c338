import type { BestPassage } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** A passage as shown when no model answers. */
export type ShownPassage = Pick<BestPassage, "path" | "page" | "heading" | "text" | "marked">;

/** What was shown for a question, over all documents (if requested) and over its own document. */
export interface ShownAnswer {
  readonly all: readonly ShownPassage[] | null;
  readonly scoped: readonly ShownPassage[];
}

/** Asks questions without a model, as `Pagehound.ask` does by default. */
export async function askFigures(request: {
  name: string;
  questions: readonly {
    readonly question: string;
    readonly document: string;
    readonly named: boolean;
  }[];
}): Promise<ShownAnswer[]> {
  const collection = await openCollection(request.name);
  const ids = new Map((await collection.documents()).map(({ path, id }) => [path, id]));
  const shown = async (question: string, document?: string): Promise<ShownPassage[]> => {
    const id = document === undefined ? undefined : ids.get(document);
    // The file was refused, so there is nothing to show.
    if (document !== undefined && id === undefined) return [];
    const answer = await collection.ask(question, id === undefined ? {} : { documents: [id] });
    return answer.passages.map(({ path, page, heading, text, marked }) => {
      return { path, page, heading, text, marked };
    });
  };
  const answers: ShownAnswer[] = [];
  for (const { question, document, named } of request.questions) {
    answers.push({
      all: named ? await shown(question) : null,
      scoped: await shown(question, document),
    });
  }
  collection.close();
  return answers;
}
