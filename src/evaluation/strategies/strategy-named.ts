import { guidedParts } from "../../agent/index.js";
import { checkedOptions, checkText, invalidArgument } from "../../core/index.js";
import type { EvaluationStrategy } from "../api.js";
import type { StrategyOptions } from "./chunk-strategy.js";
import { families } from "./named-strategies.js";
import { toolAblations, toolModelSteps } from "./tool-strategy.js";

/** The form of the names of a kind of strategies, and a description of these. */
export interface StrategyListing {
  /** A name, or its form: `<size>` is a number, and `[…]` may be left out. */
  readonly name: string;
  readonly description: string;
}

/** All strategies, for people. */
export const strategyNames: readonly StrategyListing[] = families.map(({ form, description }) => ({
  name: form,
  description,
}));

/** Strategies that belong together. */
export interface StrategyGroup {
  readonly description: string;
  /** Names of strategies. */
  readonly strategies: readonly string[];
}

const passes = ["rag-passes-1", "rag-passes-3", "rag-passes-5"];
const routing = ["routing-random", "routing-sequential", "routing-relevance", "routing-semantic"];
const calls = [3, 5, 10, 15].map((count) => `retrieve-tools-calls-${count}`);
const sizes = ["500", "1000", "2000", "4000"].flatMap(withAndWithoutTools);
const counts = ["1000-k3", "1000-k5", "1000", "1000-k20"].flatMap(withAndWithoutTools);
const rankings = ["rag-1000", "rag-1000-tfidf", "rag-1000-vectors"];

function withAndWithoutTools(chunks: string): string[] {
  return [`rag-${chunks}`, `rag-tools-${chunks}`];
}

/** Groups of strategies by name, which can be requested like single strategies. */
export const strategyGroups: Readonly<Record<string, StrategyGroup>> = {
  retrieval: {
    description: "What needs neither a model nor an embedder",
    strategies: ["search", "search-scoped", "chunks-300", "chunks-1000"],
  },
  "retrieval-deep": {
    description:
      "Rankings as deep as recall@100 and MAP are read; for collections of short documents",
    strategies: ["search-k1000", "chunks-300-k1000"],
  },
  "by-meaning": {
    description: "What retrieves with an embedder and without a model",
    strategies: ["semantic", "hybrid", "chunks-300-vectors"],
  },
  library: {
    description: "The library's own ways to answer",
    strategies: [
      "auto",
      "guided",
      "full-document",
      "retrieve",
      "retrieve-tools",
      "full-tools",
      "outline-tools",
      "tools",
    ],
  },
  "paper-a": {
    description: "Keyword search with tools against RAG (Keyword search is all you need)",
    strategies: ["vector-rag", "rag-300", "tools"],
  },
  "paper-c": {
    description: "The context strategies (Agentic Context Strategies, table 3)",
    strategies: [
      "full-document",
      "rag-1000-tfidf",
      "retrieve-tools",
      "full-tools",
      "outline-tools",
      "tools",
    ],
  },
  ablations: {
    description: "What contributes what (Agentic Context Strategies, tables 4 and 9)",
    strategies: [...new Set([...passes, ...routing, ...calls, ...sizes, ...counts, ...rankings])],
  },
  "ablation-guided": {
    description: "The guided strategy, whole and without each of its parts",
    strategies: ["guided", ...guidedParts.map((part) => `guided-without-${part}`)],
  },
  "ablation-tools": {
    description:
      "The knowledge base of tools, whole, without each of its steps, with past questions",
    strategies: ["find-tools", ...toolAblations, "find-tools-q5", "find-tools-q20"],
  },
  "ablation-tools-model": {
    description: "The knowledge base of tools, with each step of a model, and with all",
    strategies: ["find-tools", ...toolModelSteps],
  },
  "ablation-passes": { description: "Rounds of retrieval: 1, 3, 5", strategies: passes },
  "ablation-routing": { description: "What the search tool goes by", strategies: routing },
  "ablation-calls": { description: "Tool calls at most: 3, 5, 10, 15", strategies: calls },
  "ablation-sizes": { description: "Tokens of a chunk, with tools and without", strategies: sizes },
  "ablation-counts": {
    description: "Chunks for a question, with tools and without",
    strategies: counts,
  },
  "ablation-rankings": { description: "What chunks are ranked by", strategies: rankings },
};

/** A strategy by its name. Throws `invalid-argument`, listing all names. */
export function strategyNamed(name: string, options: StrategyOptions = {}): EvaluationStrategy {
  checkText("The name of a strategy", name);
  const checked = checkedOptions(options);
  for (const family of families) {
    const strategy = family.make(name, checked);
    if (strategy) return strategy;
  }
  const names = families.map(({ form }) => form).join(", ");
  const groups = Object.keys(strategyGroups).join(", ");
  throw invalidArgument(
    `There is no strategy "${name}". Choose one of: ${names}; or one of these groups: ${groups}.`,
  );
}

/**
 * Names with groups replaced by the strategies in them, each once, in the requested order. Throws
 * `invalid-argument` for a name that is neither.
 */
export function expandStrategies(names: readonly string[]): string[] {
  const expanded = names.flatMap((name) => {
    if (Object.hasOwn(strategyGroups, name)) return strategyGroups[name]?.strategies ?? [];
    strategyNamed(name);
    return name;
  });
  return [...new Set(expanded)];
}
