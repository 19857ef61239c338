import type { DocumentId, DocumentSummary } from "../../core/index.js";
import { asksReason, givesReason } from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import { fuse } from "../context/opening-text.js";
import type { GuidedSteps } from "./interview.js";
import { withoutNames } from "./named-documents.js";
import type { Candidate } from "./read.js";
import type { AskedQuestion } from "./understand.js";
import {
  addsTo,
  copiedSentence,
  coverageOf,
  type Found,
  saysOnly,
  stemsOf,
  supportsOf,
} from "./word.js";

/** Passages whose sentences are weighed, and headings whose passages are. */
const passagesSearched = 20;

const headingsRead = 4;

/** From this share of what is asked on, sentences that the model chose need no doubt. */
const agreedCoverage = 0.8;

/** Answers that sentences give. */
export class SentenceAnswers {
  readonly #steps: GuidedSteps;

  constructor(steps: GuidedSteps) {
    this.#steps = steps;
  }

  /** What sentences say: code finds those that may answer, the model chooses of them, code words and checks. */
  async answer(
    question: AskedQuestion,
    documents: readonly DocumentSummary[],
    sides = 1,
  ): Promise<Found | null> {
    if (!this.#steps.mayAsk()) return null;
    const [document] = documents;
    const label =
      document && documents.length === 1
        ? withoutNames(question.label, document, await this.#steps.opening(document.id))
        : question.label;
    const hits =
      question.asksDocument && document && documents.length === 1
        ? await this.#beginnings(document.id)
        : await this.#search(question, label, documents);
    const sought = {
      label: question.asksDocument ? "" : label,
      years: question.periods.map(({ year }) => year),
      asksReason: asksReason(question.clause),
      takesRows: question.kind !== "text",
      asksDocument: question.asksDocument,
    };
    const candidates = this.#steps.candidates(hits, sought, sides);
    if (candidates.length === 0) return null;
    this.#steps.state.see([...new Set(candidates.map(({ id }) => id))]);
    const sure = sought.asksReason && !question.asksList && !question.asksWhether;
    return await this.#said(question, candidates, sure ? label : null);
  }

  /**
   * What the model answers, and the lines that say it. Its own words are shown only where those lines
   * say the same; else the lines are, and of a yes or no the word alone is its own.
   */
  async #said(
    question: AskedQuestion,
    candidates: readonly Candidate[],
    reasonFor: string | null,
  ): Promise<Found> {
    const { text, asksWhether, asksList, asksDocument } = question;
    if (!this.#steps.has("sentence")) return await this.#chosen(question, candidates);
    const plain = this.#steps.has("plain");
    const asked = this.#steps.interview.answer(text, candidates, { asksWhether, asksList, plain });
    const reply = await this.#steps.orEmpty(asked, "");
    // What only repeats the question is said by no line more than by another.
    const lines = addsTo(reply, text)
      ? supportsOf(reply, text, candidates, asksList || asksDocument ? 4 : 2)
      : candidates.slice(0, 1);
    const copies = lines.map(copiedSentence);
    const facts = lines.map(({ text: line, heading }) =>
      heading === null ? line : `${heading}: ${line}`,
    );
    const [yes] = asksWhether ? (/^\W*(?:yes|no)\b/iu.exec(reply) ?? []) : [];
    const isTrue =
      !asksWhether &&
      /\p{L}{3}/u.test(reply) &&
      saysOnly(reply, facts, text) &&
      addsTo(reply, text);
    const shown = candidates.map((one) => one.text).join("\n");
    const taken = [isTrue ? reply : (yes ?? ""), ...lines.map((one) => one.text)];
    this.#steps.step("read", text, shown, taken.filter((one) => one !== "").join("\n"));
    const [first, ...others] = copies;
    if (yes !== undefined && first) {
      const word = /yes/iu.test(yes) ? "Yes" : "No";
      const decided = { ...first, text: `${word}: ${first.text}` };
      // Whether a sentence means yes is the model's judgement, which code cannot check.
      const doubt = "Whether that means yes or no is the model's judgement.";
      return { sentences: [decided, ...others], doubt };
    }
    const [line] = lines;
    // Only a reason that is said to be one, of all that is asked for, needs no doubt: whether another
    // sentence answers the question is the model's judgement, which code cannot check.
    const isAgreed =
      reasonFor !== null &&
      line !== undefined &&
      givesReason(line.text) &&
      coverageOf(reasonFor, [line]) >= agreedCoverage;
    if (isAgreed) return { sentences: copies.slice(0, 1), doubt: null };
    const doubt =
      reply === ""
        ? "It is the nearest line; the model did not answer."
        : "The model chose it of several lines that were nearest.";
    // What a line says word for word is not said twice.
    const isPart = lines.some(({ text: whole }) => plainly(whole).includes(plainly(reply)));
    if (!isTrue || isPart) return { sentences: copies, doubt };
    const citations = copies.flatMap((copy) => copy.citations);
    return { sentences: [{ text: reply, citations }, ...copies], doubt };
  }

  /** The lines that the model names by their numbers, as they stand. */
  async #chosen(question: AskedQuestion, candidates: readonly Candidate[]): Promise<Found> {
    const most = question.asksList ? 4 : 1;
    const chosen = await this.#steps.orEmpty(this.#steps.choose(question, candidates, most), []);
    const lines = chosen.flatMap((index) => candidates[index] ?? []);
    const sentences = (lines.length > 0 ? lines : candidates.slice(0, 1)).map(copiedSentence);
    return { sentences, doubt: "The model chose it of several lines that were nearest." };
  }

  /** What a document begins its sections with. */
  async #beginnings(document: DocumentId): Promise<Pick<SearchHit, "id" | "text" | "heading">[]> {
    const { reader, signal } = this.#steps.state;
    const passages = await reader.passages(document, { pages: { from: 1, to: 3 }, signal });
    const outline = await reader.outline(document, { signal });
    const found = passages.map(({ id, text, heading }) => ({
      id,
      text,
      heading: outline[heading]?.text ?? null,
    }));
    this.#steps.looked(
      "",
      "",
      found.map(({ heading }) => heading ?? ""),
      found.map(({ id }) => id),
    );
    return found;
  }

  /** The passages that are nearest, by the question and by its telling words, and those below headings that name it. */
  async #search(
    question: AskedQuestion,
    label: string,
    documents: readonly DocumentSummary[],
  ): Promise<Pick<SearchHit, "id" | "text" | "heading">[]> {
    const { reader, signal, tried } = this.#steps.state;
    const options = {
      limit: passagesSearched,
      documents: documents.map(({ id }) => id),
      figures: true,
      signal,
    };
    const first = await reader.search(question.clause, options);
    const words = stemsOf(label).length > 0 ? label : question.clause;
    const second = await reader.search(words, options);
    const { hits } = fuse([first, second], passagesSearched);
    tried.push(`Looked for “${question.clause}”`);
    const below =
      documents.length === 1 && documents[0]
        ? await this.#belowHeadings(documents[0].id, label)
        : [];
    const found = [...hits, ...below.filter(({ id }) => !hits.some((hit) => hit.id === id))];
    this.#steps.looked(
      words,
      "",
      hits.map(({ path, page }) => `${path}, ${page}`),
      hits.map(({ id }) => id),
    );
    return found;
  }

  async #belowHeadings(
    document: DocumentId,
    label: string,
  ): Promise<Pick<SearchHit, "id" | "text" | "heading">[]> {
    const { reader, signal } = this.#steps.state;
    const asked = stemsOf(label);
    const outline = await reader.outline(document, { signal });
    const named = outline
      .map((entry, index) => ({ entry, index, share: shareOf(stemsOf(entry.text), asked) }))
      .filter(({ share }) => share >= 0.34)
      .sort((one, other) => other.share - one.share)
      .slice(0, headingsRead);
    const found: Pick<SearchHit, "id" | "text" | "heading">[] = [];
    for (const { entry, index } of named) {
      const pages = { from: entry.page, to: entry.page + 1 };
      const passages = await reader.passages(document, { pages, signal });
      for (const { id, text, heading } of passages) {
        if (heading === index && found.length < passagesSearched)
          found.push({ id, text, heading: entry.text });
      }
    }
    return found;
  }
}

/** How much of a heading's words are asked for, where it has one that is. */
function shareOf(stems: readonly string[], asked: readonly string[]): number {
  const matched = stems.filter((stem) => asked.includes(stem)).length;
  return stems.length === 0 ? 0 : matched / stems.length;
}

function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/(?<![\s.])[\s.]+$/u, "");
}
