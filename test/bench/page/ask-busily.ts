import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Answer, RunUsage } from "../../../src/index.js";
import { busyModel } from "../../fixtures/models/busy-model.js";
import { addFiles, openCollection } from "./ingest.js";

/** The cost of one run of ten calls. */
export interface BusyRun {
  readonly contextLength: number;
  readonly question: string;
  readonly usage: RunUsage;
  readonly kind: Answer["kind"];
  /** Tokens of the longest prompt, alone and together with its reply. */
  readonly longest: { readonly prompt: number; readonly together: number };
  /** Number of prompts that did not fit the context. */
  readonly overflows: number;
}

/**
 * Asks each question at each context length of a scripted model that makes ten calls of all kinds
 * before it answers. Tokens are counted with o200k.
 */
export async function askBusily(request: {
  readonly name: string;
  readonly paths: readonly string[];
  readonly questions: readonly string[];
  readonly contextLengths: readonly number[];
}): Promise<BusyRun[]> {
  const collection = await openCollection(request.name);
  const runs: BusyRun[] = [];
  try {
    await addFiles(
      collection,
      request.paths.map((path, file) => ({ path, file })),
    );
    for (const contextLength of request.contextLengths) {
      for (const question of request.questions) {
        const model = busyModel({
          contextLength,
          question,
          countTokens: (text) => encode(text, { disallowedSpecial: new Set() }).length,
        });
        for await (const event of collection.ask(question, { model, strategy: "retrieve-tools" })) {
          if (event.type !== "answer") continue;
          const { usage, kind } = event.answer;
          const { longest, overflows } = model;
          runs.push({ contextLength, question, usage, kind, longest, overflows });
        }
      }
      await globalThis.say(`Context of ${contextLength} tokens: ${request.questions.length} runs.`);
    }
  } finally {
    collection.close();
  }
  return runs;
}
