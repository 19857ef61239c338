import type { Trace } from "../agent/index.js";
import type { AnswerLesson, CollectionApi } from "../collection/index.js";
import {
  type CallOptions,
  checkList,
  checkText,
  checkTexts,
  not,
  PagehoundError,
} from "../core/index.js";
import type { ExtractionGuide } from "../search/index.js";

/**
 * Short notes of how answers were got out of documents: under which heading, in which rows, by which search.
 * They are made of the verified answers of conversations, eight for a document at most; a model is shown
 * those that served a question like the one at hand, and one that leads nowhere is not shown any more. They
 * are stored with the collection on this device, are part of an exported one only if that is asked for, and
 * go with the document and with the conversations whose questions they served.
 */
export class ExtractionGuides {
  readonly #remote: CollectionApi;

  /** @internal */
  constructor(remote: CollectionApi) {
    this.#remote = remote;
  }

  /** All of them, those of a document together, the best first. */
  list(options: CallOptions = {}): Promise<readonly ExtractionGuide[]> {
    return this.#remote.guides(null, options);
  }

  /**
   * Gives a guide another text, of 300 characters at most; an empty one deletes it. Throws `not-found` where
   * there is no such guide.
   */
  async edit(id: string, text: string, options: CallOptions = {}): Promise<void> {
    checkText("The id of a guide", id);
    checkText("The text of a guide", text);
    if (await this.#remote.editGuide({ id, text }, options)) return;
    throw new PagehoundError("not-found", "There is no such guide any more. List them again.");
  }

  /** Deletes guides by their ids, or all; those that are not there need no deleting. */
  async remove(ids?: readonly string[], options: CallOptions = {}): Promise<void> {
    if (ids !== undefined) checkTexts("The ids of guides", ids);
    await this.#remote.removeGuides({ ids: ids ?? null }, options);
  }

  /**
   * Puts guides back that were removed, as `list` gave them; those of documents that are not there any more
   * stay away. Throws `invalid-argument` for what is no guide.
   */
  async restore(guides: readonly ExtractionGuide[], options: CallOptions = {}): Promise<void> {
    checkList("The guides", guides);
    await this.#remote.restoreGuides({ guides }, options);
  }

  /** Whether guides are made of answers: they are, until `setLearning` says otherwise. */
  learning(options: CallOptions = {}): Promise<boolean> {
    return this.#remote.guideLearning({ on: null }, options);
  }

  /**
   * Switches on or off that guides are made of answers, for all who have the collection open. Those that
   * are there stay, and models are shown them, until they are removed.
   */
  async setLearning(on: boolean, options: CallOptions = {}): Promise<void> {
    if (typeof on !== "boolean") throw not("Whether guides are made", "true or false", on);
    await this.#remote.guideLearning({ on }, options);
  }
}

/**
 * What an answer teaches of its documents: the places that its supported sentences cite, each with the
 * search that had found it. Null where there is nothing to be learned, as of an answer without a model.
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

/** What was searched when a passage was first shown; null where that is not known. */
function queryBefore(evidence: string, steps: Trace["steps"]): string | null {
  for (const step of steps) {
    if (step.type !== "call" || step.failed) continue;
    const { query } = step.arguments;
    if (typeof query === "string" && step.evidence.some((id) => id === evidence)) return query;
  }
  return null;
}
