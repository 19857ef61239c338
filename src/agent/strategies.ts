/**
 * How to answer a question:
 *
 * - `guided`: for small models. Code reads the question, finds, computes and checks, and asks the
 *   model one small thing at a time.
 * - `full-document`: the whole text, cut if it does not fit, and one reply.
 * - `retrieve`: several queries, the best passages of all, and one reply.
 * - `retrieve-tools`: the best passages first, then tools.
 * - `full-tools`: as much of the text as fits, then tools.
 * - `outline-tools`: the outlines first, then tools.
 * - `tools`: only the list of documents first, then tools.
 */
export type StrategyName =
  | "guided"
  | "full-document"
  | "retrieve"
  | "retrieve-tools"
  | "full-tools"
  | "outline-tools"
  | "tools";

/**
 * Parts of `guided`, each of which can be left out to measure its effect:
 *
 * - `kinds`: code classifies the question; otherwise, sentences answer every question.
 * - `rows`: figures are looked up in table rows; without, sentences and lines answer.
 * - `lines`: up to ten lines are shown at once; without, three.
 * - `plain`: the model answers in plain text; without, in JSON.
 * - `sentence`: the model answers in a sentence; without, with the number of a line.
 * - `arithmetic`: code computes; without, the model does, from the figures that code found.
 * - `template`: code words figures; without, the model does.
 */
export type GuidedPart =
  | "kinds"
  | "rows"
  | "lines"
  | "plain"
  | "sentence"
  | "arithmetic"
  | "template";

export const guidedParts: readonly GuidedPart[] = [
  "kinds",
  "rows",
  "lines",
  "plain",
  "sentence",
  "arithmetic",
  "template",
];

/** The text that a strategy shows before the model's first turn, and whether tools follow. */
export interface Strategy {
  readonly name: StrategyName;
  readonly opening: "full" | "passages" | "outlines" | "list";
  readonly tools: boolean;
  /** Share of the context that the opening may fill, in addition to the system prompt. */
  readonly openingShare: number;
  /** True if the model first makes several queries from a question. */
  readonly rewrites: boolean;
}

/** All strategies: RAG, full document, outline or no context, each with or without tools. */
export const strategies: Readonly<Record<StrategyName, Strategy>> = {
  guided: { name: "guided", opening: "list", tools: false, openingShare: 0, rewrites: false },
  "full-document": {
    name: "full-document",
    opening: "full",
    tools: false,
    openingShare: 0.65,
    rewrites: false,
  },
  retrieve: {
    name: "retrieve",
    opening: "passages",
    tools: false,
    openingShare: 0.5,
    rewrites: true,
  },
  "retrieve-tools": {
    name: "retrieve-tools",
    opening: "passages",
    tools: true,
    openingShare: 0.16,
    rewrites: false,
  },
  "full-tools": {
    name: "full-tools",
    opening: "full",
    tools: true,
    openingShare: 0.45,
    rewrites: false,
  },
  "outline-tools": {
    name: "outline-tools",
    opening: "outlines",
    tools: true,
    openingShare: 0.16,
    rewrites: false,
  },
  tools: { name: "tools", opening: "list", tools: true, openingShare: 0.1, rewrites: false },
};

/** Shorter contexts have no room for an observation in addition to the prompt and the answer. */
export const minContextForTools = 3500;

/** A context of this many tokens has room to show more before the first call. */
const roomyContext = 16_000;
const roomyShare = 0.3;

/** True if a context has room for more, shorter places before the first tool call. */
export function isRoomy(contextLength: number): boolean {
  return contextLength >= roomyContext;
}

/** Share of a context that the opening may fill. */
export function openingShare(
  { openingShare: usual, opening, tools }: Strategy,
  contextLength: number,
): number {
  const more = tools && opening !== "list" && isRoomy(contextLength);
  return more ? Math.max(usual, roomyShare) : usual;
}
