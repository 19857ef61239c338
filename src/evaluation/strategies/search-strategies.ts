import type { SearchHit, SearchMode } from "../../search/api.js";
import type { EvaluationQuestion } from "../data-set.js";
import { type RetrievedText, retrievedOnly } from "../outcome.js";
import type { EvaluationStrategy, StrategyContext } from "../strategy.js";
import { documentIds, makeEmbeddings } from "./ask-strategy.js";

/** How a collection is searched. */
export interface SearchStrategyOptions {
  /** By anything but `words`, the collection's embeddings are switched on and made first. */
  readonly by: SearchMode;
  /** Passages at most. */
  readonly limit: number;
  /** Paths of the documents that are searched; null for all. */
  readonly scope: (question: EvaluationQuestion) => readonly string[] | null;
}

/** The documents that a question is asked of. */
export function askedDocuments({ documents }: EvaluationQuestion): readonly string[] | null {
  return documents;
}

/** The library's own search, with the question as it is as the query. */
export function searchStrategy(
  name: string,
  description: string,
  options: SearchStrategyOptions,
): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: false, embedder: options.by !== "words" },
    prepare: async (prepared, onProgress) => {
      if (options.by !== "words") await makeEmbeddings(prepared, onProgress);
      return {
        run: async (question, context) => {
          const begun = performance.now();
          const paths = options.scope(question);
          const hits = await search(question.text, paths, options, context);
          const outcome = retrievedOnly(hits.map(retrievedHit), options.limit, begun);
          return paths === null || paths === question.documents
            ? outcome
            : { ...outcome, told: paths };
        },
      };
    },
  };
}

async function search(
  query: string,
  paths: readonly string[] | null,
  { by, limit }: SearchStrategyOptions,
  context: StrategyContext,
): Promise<readonly SearchHit[]> {
  const { collection, signal } = context;
  const documents = documentIds(paths, context);
  if (documents?.length === 0) return [];
  const narrowed = documents ? { documents } : {};
  return (await collection.search(query, { by, limit, signal, ...narrowed })).hits;
}

function retrievedHit({ path, page, text }: SearchHit): RetrievedText {
  return { path, page, lastPage: page, text };
}
