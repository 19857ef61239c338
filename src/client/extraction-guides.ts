import type { Trace } from "../agent/index.js";
import type { AnswerLesson, CollectionApi } from "../collection/index.js";
import {
  type CallOptions,
  checkList,
  checkText,
  checkTexts,
  not,
  notFound,
} from "../core/index.js";
import type { ExtractionGuide } from "../search/index.js";

/**
 * Short notes of where answers were found in documents: under which heading, in which rows, by
 * which search. They are made from the verified answers of conversations, at most eight for a
 * document; a model is shown those that helped with a similar question, and one that repeatedly
 * does not help is no longer shown. They are stored with the collection on this device, are part of
 * an exported one only on request, and are deleted with the document and with the conversations
 * whose questions they helped with.
 */
export class ExtractionGuides {
  readonly #remote: CollectionApi;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /** All guides, grouped by document, best first. */
  list(options: CallOptions = {}): Promise<readonly ExtractionGuide[]> {
    return this.#remote.guides(null, options);
  }

  /**
   * Changes the text of a guide, at most 300 characters; an empty one deletes it. Throws
   * `not-found` if there is no such guide.
   */
  async edit(id: string, text: string, options: CallOptions = {}): Promise<void> {
    checkText("The id of a guide", id);
    checkText("The text of a guide", text);
    if (await this.#remote.editGuide({ id, text }, options)) return;
    throw notFound("That guide no longer exists. List them again.");
  }

  /** Deletes guides by their ids, or all; missing ones are ignored. */
  async remove(ids?: readonly string[], options: CallOptions = {}): Promise<void> {
    if (ids !== undefined) checkTexts("The ids of guides", ids);
    await this.#remote.removeGuides({ ids: ids ?? null }, options);
  }

  /**
   * Restores guides that were removed, as returned by `list`; those of deleted documents are
   * ignored. Throws `invalid-argument` for a value that is not a guide.
   */
  async restore(guides: readonly ExtractionGuide[], options: CallOptions = {}): Promise<void> {
    checkList("The guides", guides);
    await this.#remote.restoreGuides({ guides }, options);
  }

  /** Whether guides are made from answers; true until `setLearning` changes it. */
  learning(options: CallOptions = {}): Promise<boolean> {
    return this.#remote.guideLearning({ on: null }, options);
  }

  /**
   * Turns making guides from answers on or off, for all tabs with the collection. Existing ones
   * stay, and are shown to models, until they are removed.
   */
  async setLearning(on: boolean, options: CallOptions = {}): Promise<void> {
    if (typeof on !== "boolean") throw not("The setting for guides", "true or false", on);
    await this.#remote.guideLearning({ on }, options);
  }
}

/**
 * The lessons of an answer about its documents: the places that its supported sentences cite, each
 * with the search that found it. Null if there is nothing to learn, for instance from an answer
 * without a model.
 */
export function lessonOf({ answer, steps, sourceSearches = [] }: Trace): AnswerLesson | null {
  if (answer.kind === "passages") return null;
  const supported = answer.sentences.filter((sentence) => sentence.supported);
  const citations = supported
    .flatMap((sentence) => [
      ...sentence.citations,
      ...sentence.calculations.flatMap(({ operands }) =>
        operands.flatMap(({ citation }) => citation ?? []),
      ),
    ])
    .filter(({ tool }) => tool === undefined)
    .map(({ evidence, span }) => ({ evidence, span, query: queryBefore(evidence, steps) }));
  // Notes are shown with what was found for the question itself.
  const first = sourceSearches[0]?.found ?? [];
  const shown = first.flatMap(({ guides }) => guides.map(({ id }) => id));
  const { standalone: question } = answer;
  return citations.length + shown.length === 0 ? null : { question, citations, shown };
}

/** The search that first returned a passage; null if unknown. */
function queryBefore(evidence: string, steps: Trace["steps"]): string | null {
  for (const step of steps) {
    if (step.type !== "call" || step.failed) continue;
    const { query } = step.arguments;
    if (typeof query === "string" && step.evidence.some((id) => id === evidence)) return query;
  }
  return null;
}
