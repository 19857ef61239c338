import {
  type EvaluationAnswer,
  failedAnswer,
  type StrategyOutcome,
  uncheckedAnswer,
  uncheckedNotFound,
} from "../outcome.js";
import type { EvaluationStrategy, StrategyContext } from "../strategy.js";
import { ChunkIndex } from "./chunk-index.js";
import { type ChunkRetrieval, retrievedChunk } from "./chunk-strategy.js";
import type { Chunk } from "./chunk-text.js";
import { askWithChunks, ModelRequests, modelFailure } from "./model-requests.js";
import { prompts, saysNotFound } from "./prompts.js";

/**
 * Retrieval-augmented generation in its plain form: the best chunks for the question as it is, one
 * prompt, one reply. The answer is not checked. `retrieved` is what the prompt had room for.
 */
export function ragStrategy(
  name: string,
  description: string,
  { best, ...options }: ChunkRetrieval,
): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: true, embedder: options.ranking === "vectors" },
    prepare: async (prepared, onProgress) => {
      const index = await ChunkIndex.build(prepared, options, onProgress);
      return {
        run: async ({ text, documents }, context) => {
          const requests = await ModelRequests.begin(context);
          const chunks = await index.search(text, best, documents, context.signal);
          const outcome = await answerFromChunks(text, chunks, requests, context);
          return { ...outcome, depth: best };
        },
      };
    },
  };
}

/** Answers with nothing of the documents: what the model knows by itself. */
export function closedBookStrategy(name: string, description: string): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: true, embedder: false },
    prepare: async () => ({
      run: async ({ text }, context) => {
        const requests = await ModelRequests.begin(context);
        const answer = await answerOr(context, async () =>
          readAnswer(await requests.ask(prompts.closedBook(text))),
        );
        return { retrieved: [], answer, calls: [], usage: requests.usage };
      },
    }),
  };
}

/** The last request of a pipeline: the question with chunks, and its answer in free text. */
export async function answerFromChunks(
  question: string,
  chunks: readonly Chunk[],
  requests: ModelRequests,
  context: StrategyContext,
): Promise<StrategyOutcome> {
  let seen = chunks;
  const answer = await answerOr(context, async () => {
    const { reply, shown } = await askWithChunks(requests, chunks, (some) =>
      prompts.answer(question, some),
    );
    seen = shown;
    return readAnswer(reply);
  });
  return { retrieved: seen.map(retrievedChunk), answer, calls: [], usage: requests.usage };
}

/** An answer, or why the model failed to give one. Throws what is no failure of the model. */
export async function answerOr(
  { signal }: StrategyContext,
  work: () => Promise<EvaluationAnswer>,
): Promise<EvaluationAnswer> {
  try {
    return await work();
  } catch (thrown) {
    const reason = modelFailure(thrown, signal);
    if (reason === null) throw thrown;
    return failedAnswer(reason);
  }
}

/** What a reply in free text says. */
export function readAnswer(reply: string): EvaluationAnswer {
  if (reply === "") return failedAnswer("The model's reply was empty.");
  return saysNotFound(reply) ? uncheckedNotFound : uncheckedAnswer(reply);
}
