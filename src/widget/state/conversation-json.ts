import type { Answer, Trace } from "../../index.js";
import { citedPlaces } from "./cited-places.js";

/** Version of the form below. */
const version = 1;

/** A question, its answer and how it was found. */
export interface KeptTurn {
  readonly question: string;
  readonly answer: Answer | null;
  readonly trace: Trace | null;
}

/** A source, under the number that its answer gives it. */
export interface WrittenSource {
  readonly number: number;
  readonly path: string;
  /** Page or part, counting from 1. */
  readonly page: number;
  /** The label printed on the page, or null. */
  readonly pageLabel: string | null;
  readonly pageUnit: "page" | "part";
  readonly quote: string;
}

/** A conversation for other programs. */
export interface WrittenConversation {
  readonly version: number;
  readonly title: string;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly turns: readonly (KeptTurn & { readonly sources: readonly WrittenSource[] })[];
}

/** A conversation with all that is known of it, for other programs. */
export function conversationJson(
  { title, at }: { readonly title: string; readonly at: number },
  turns: readonly KeptTurn[],
): WrittenConversation {
  return {
    version,
    title,
    savedAt: new Date(at).toISOString(),
    turns: turns.map(({ question, answer, trace }) => ({
      question,
      answer,
      sources: answer ? citedPlaces(answer).map(sourceOf) : [],
      trace,
    })),
  };
}

function sourceOf({ citation, number }: ReturnType<typeof citedPlaces>[number]): WrittenSource {
  const { path, page, pageLabel, pageUnit, quote } = citation;
  return { number, path, page, pageLabel, pageUnit, quote };
}
