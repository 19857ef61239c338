import { PagehoundError } from "../../core/errors.js";
import type { Embedder } from "../../embed/api.js";
import { type ToolRanking, wholeRanking } from "../../tool-knowledge/tool-document.js";
import type { ToolEmbedder, ToolKnowledge } from "../../tool-knowledge/tool-knowledge.js";
import type { EvaluationDataSet, EvaluationQuestion } from "../data-set.js";
import { textHash } from "../evaluation-collection.js";
import { type EvaluationStrategy, retrievedOnly, type StrategyContext } from "../outcome.js";
import { wholeNumber } from "./chunk-strategy.js";

/** How tools are found. */
export interface ToolStrategyOptions {
  readonly ranking: ToolRanking;
  /** Past questions of each tool. */
  readonly questions: number;
  /** Whether vectors are fused. */
  readonly meaning: boolean;
}

/** Tools that are found at most. */
const depth = 20;
const steps = Object.keys(wholeRanking) as (keyof ToolRanking)[];

/** Every name of the strategies that find tools by one step less. */
export const toolAblations: readonly string[] = steps.map((step) => `find-tools-without-${step}`);

/** The strategy of a name, or null where it is none of these. Throws `invalid-argument` for a number out of bounds. */
export function toolStrategyNamed(name: string): EvaluationStrategy | null {
  const step = steps.find((one) => name === `find-tools-without-${one}`);
  if (step) {
    const ranking = { ...wholeRanking, [step]: false };
    const description = `The knowledge base of tools, without its step “${step}”`;
    return toolStrategy(name, description, { ranking, questions: 0, meaning: false });
  }
  const match = /^find-tools(?:-q(\d+))?(-meaning)?$/.exec(name);
  if (!match) return null;
  const questions =
    match[1] === undefined ? 0 : wholeNumber("The number of questions", Number(match[1]), 1, 100);
  const meaning = match[2] !== undefined;
  const description = [
    "The knowledge base of tools",
    ...(questions > 0 ? [`${questions} past questions each`] : []),
    ...(meaning ? ["vectors fused"] : []),
  ].join(", ");
  return toolStrategy(name, description, { ranking: wholeRanking, questions, meaning });
}

/**
 * Finds tools of the data set's catalogue as the library's loop does. Past questions are questions of
 * the data set: those are in two halves, and one half is asked of a knowledge base that has seen
 * questions of the other half alone.
 */
function toolStrategy(
  name: string,
  description: string,
  { ranking, questions, meaning }: ToolStrategyOptions,
): EvaluationStrategy {
  return {
    name,
    description,
    needs: { model: false, embedder: meaning, tools: true },
    prepare: async ({ dataSet, embedder, signal }, onProgress) => {
      const options = { ranking, embedder: meaning && embedder ? made(embedder) : undefined };
      const halves =
        questions > 0
          ? [0, 1].map((half) => pastQuestions(dataSet, 1 - half, questions))
          : [new Map<string, string[]>()];
      const bases: ToolKnowledge[] = [];
      for (const past of halves) {
        const base = await knowledgeOf(dataSet, past, options, signal);
        await base.makeVectors(signal, onProgress);
        bases.push(base);
      }
      return {
        run: async ({ text }: EvaluationQuestion, context: StrategyContext) => {
          const begun = performance.now();
          const base = bases[bases.length > 1 ? halfOf(text) : 0];
          const found = (await base?.find(text, { limit: depth }, context.signal)) ?? [];
          const paths = pathsOf(dataSet);
          const retrieved = found.flatMap((tool) => {
            const path = paths.get(tool.name);
            return path === undefined ? [] : [{ path, page: 1, lastPage: 1, text: "" }];
          });
          return retrievedOnly(retrieved, depth, begun);
        },
      };
    },
  };
}

function made(embedder: Embedder): ToolEmbedder {
  const { id, version } = embedder.info;
  return {
    model: `${id}@${version}`,
    embed: (texts, kind, signal) => embedder.embed(texts, { kind, signal }),
  };
}

async function knowledgeOf(
  { tools = [] }: EvaluationDataSet,
  past: ReadonlyMap<string, readonly string[]>,
  options: { readonly ranking: ToolRanking; readonly embedder: ToolEmbedder | undefined },
  signal: AbortSignal,
): Promise<ToolKnowledge> {
  if (tools.length === 0) {
    throw new PagehoundError(
      "invalid-argument",
      "The data set has no catalogue of tools. Choose one whose documents are tools, or another strategy.",
    );
  }
  // With the stemmers of all languages: large, and of use to this strategy alone.
  const { memoryToolStore, ToolKnowledge } = await import("../../tool-knowledge/tool-knowledge.js");
  const base = await ToolKnowledge.open(memoryToolStore(), options, signal);
  const documents = tools.map(({ path, tool }) => {
    const asked = past.get(path) ?? [];
    return asked.length === 0 ? tool : { ...tool, questions: [...tool.questions, ...asked] };
  });
  await base.replace(documents, signal);
  return base;
}

const known = new WeakMap<EvaluationDataSet, ReadonlyMap<string, string>>();

/** The paths of the tools of a catalogue by their names. */
function pathsOf(dataSet: EvaluationDataSet): ReadonlyMap<string, string> {
  const paths =
    known.get(dataSet) ??
    new Map((dataSet.tools ?? []).map(({ path, tool }) => [tool.name, path] as const));
  known.set(dataSet, paths);
  return paths;
}

/** Parts questions, and draws from them; another one would draw others. */
const seed = "seed 1";

/** The half that a question is in, by its text, so that questions of one text are in one half. */
function halfOf(text: string): number {
  return textHash(`${seed}, half\n${text}`) % 2;
}

/** So many questions of a half for each tool, drawn at random, by its path. */
function pastQuestions(
  { questions }: EvaluationDataSet,
  half: number,
  count: number,
): Map<string, string[]> {
  const drawn = [...new Map(questions.map((question) => [question.text, question])).values()]
    .filter(({ text }) => halfOf(text) === half)
    .map((question) => ({ question, order: textHash(`${seed}, draw\n${question.text}`) }))
    .sort((one, other) => one.order - other.order);
  const past = new Map<string, string[]>();
  for (const { question } of drawn) {
    for (const { document } of question.evidence) {
      const texts = past.get(document) ?? [];
      past.set(document, texts);
      if (texts.length < count) texts.push(question.text);
    }
  }
  return past;
}
