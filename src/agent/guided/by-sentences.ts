import {
  answerUnits,
  type DocumentId,
  type DocumentSummary,
  type DraftSentence,
} from "../../core/index.js";
import { asksReason, givesReason, yesOrNoIn } from "../../figures/index.js";
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
  saysMoreThan,
  saysOnly,
  stemsOf,
  supportsOf,
} from "./word.js";

/** Maximum number of passages whose sentences are scored, and of headings whose passages are. */
const passagesSearched = 20;

const headingsRead = 4;

/** A chosen reason is not doubtful if it covers at least this share of what is asked. */
const agreedCoverage = 0.8;

export class SentenceAnswers {
  readonly #steps: GuidedSteps;

  constructor(steps: GuidedSteps) {
    this.#steps = steps;
  }

  /**
   * Answers with sentences: code finds candidates, the model chooses among them, and code words and
   * checks the answer.
   *
   * @param marked the lines marked as likely answers without a model
   */
  async answer(
    question: AskedQuestion,
    documents: readonly DocumentSummary[],
    { sides, marked }: { readonly sides: number; readonly marked: readonly Candidate[] },
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
    const candidates = this.#steps.candidates(hits, sought, { sides, marked });
    if (candidates.length === 0) return null;
    this.#steps.state.see([...new Set(candidates.map(({ id }) => id))]);
    const sure = sought.asksReason && !question.asksList && !question.asksWhether;
    const about = document && documents.length === 1 ? document.path : "";
    return await this.#said(question, candidates, { reasonFor: sure ? label : null, about });
  }

  /**
   * The model's answer and the lines that support it. Its own words are shown only if those lines
   * say the same, and its yes or no only if code reads the same in the first line; otherwise only
   * the lines are shown.
   */
  async #said(
    question: AskedQuestion,
    candidates: readonly Candidate[],
    { reasonFor, about }: { readonly reasonFor: string | null; readonly about: string },
  ): Promise<Found> {
    const { text, asksWhether, asksList, asksDocument } = question;
    if (!this.#steps.has("sentence")) return await this.#chosen(question, candidates);
    const plain = this.#steps.has("plain");
    const asked = this.#steps.interview.answer(text, candidates, { asksWhether, asksList, plain });
    const reply = await this.#steps.orEmpty(asked, "");
    // A reply that only repeats the question says nothing that could single out a line.
    const lines = addsTo(reply, text)
      ? supportsOf(reply, text, candidates, asksList || asksDocument ? 4 : 2)
      : candidates.slice(0, 1);
    // "My bike was stolen, am I insured" may be answered with yes or no, too.
    const [yes] = (asksWhether ? decides : decidesAlone).exec(reply) ?? [];
    const isTrue = !asksWhether && yes === undefined && repeatsFacts(reply, lines, text);
    this.#note(text, candidates, [isTrue ? reply : (yes ?? ""), ...lines.map((one) => one.text)]);
    const decided = yes === undefined ? null : decidedBy(lines, yes, text, about);
    if (decided) return { sentences: decided, doubt: null };
    const copies = lines.map(copiedSentence);
    if (isCertain(lines, reply, text, reasonFor)) {
      return { sentences: copies.slice(0, 1), doubt: null };
    }
    // Only a verified answer replaces the marked line as the first one.
    const [likely] = candidates.filter(({ isLikely }) => isLikely);
    if (reply !== "" && likely && !lines.includes(likely)) {
      const doubt = "The first line matches best; the model chose another.";
      return { sentences: [copiedSentence(likely), ...copies], doubt };
    }
    const doubt =
      reply === ""
        ? "This line matches best; the model did not answer."
        : likely
          ? "The model chose it from several good matches."
          : "No line clearly answers the question; the model chose this one.";
    if (!isTrue || isWithin(reply, lines)) return { sentences: copies, doubt };
    const citations = copies.flatMap((copy) => copy.citations);
    return { sentences: [{ text: reply, citations }, ...copies], doubt };
  }

  /** Records the lines that the model was shown, and what was taken from them. */
  #note(text: string, candidates: readonly Candidate[], taken: readonly string[]): void {
    const shown = candidates.map((one) => one.text).join("\n");
    this.#steps.step("read", text, shown, taken.filter((one) => one !== "").join("\n"));
  }

  /** The lines whose numbers the model names, word for word. */
  async #chosen(question: AskedQuestion, candidates: readonly Candidate[]): Promise<Found> {
    const most = question.asksList ? 4 : 1;
    const chosen = await this.#steps.orEmpty(this.#steps.choose(question, candidates, most), []);
    const lines = chosen.flatMap((index) => candidates[index] ?? []);
    const sentences = (lines.length > 0 ? lines : candidates.slice(0, 1)).map(copiedSentence);
    return { sentences, doubt: "The model chose it from several good matches." };
  }

  /** The passages of a document's first pages. */
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

  /** The passages nearest to the question, to its key words, and under headings of its subject. */
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

/** A reply's yes or no, and one apart from the words after it: "No, …", but not "No one …". */
const decides = /^\W*(?:yes|no)\b/iu;
const decidesAlone = /^\W*(?:yes|no)(?=[,.!:;]|\s*$)/iu;

/** The share of a heading's words that are asked for. */
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

/** True if a reply says something about the question, and only what the lines say. */
function repeatsFacts(reply: string, lines: readonly Candidate[], question: string): boolean {
  const facts = lines.map(({ text, heading }) => (heading === null ? text : `${heading}: ${text}`));
  return /\p{Alpha}{3}/u.test(reply) && saysOnly(reply, facts, question) && addsTo(reply, question);
}

/** The lines as an answer of yes or no, if code reads the model's own in the first one. */
function decidedBy(
  [line, ...others]: readonly Candidate[],
  yes: string,
  question: string,
  about: string,
): readonly DraftSentence[] | null {
  if (!line || line.isPart) return null;
  const verdict = yesOrNoIn(question, line.text, about);
  if (verdict !== yes.toLowerCase().replace(/\W/gu, "")) return null;
  const first = copiedSentence(line);
  const decided = { ...first, text: `${verdict === "yes" ? "Yes" : "No"}: ${first.text}` };
  return [decided, ...others.map(copiedSentence)];
}

/**
 * Whether a sentence answers the question is the model's judgement, which code cannot check. It
 * counts as certain in two cases: the marks, which are set without a model, agree with it; or a
 * reason was asked for, and the line states one that covers the whole question.
 */
function isCertain(
  [line]: readonly Candidate[],
  reply: string,
  question: string,
  reasonFor: string | null,
): boolean {
  if (!line) return false;
  const isReason =
    reasonFor !== null &&
    !line.isPart &&
    givesReason(line.text) &&
    coverageOf(reasonFor, [line]) >= agreedCoverage;
  return isReason || Boolean(line.isLikely && saysMoreThan(question, reply, line.text));
}

/** True if lines contain the words of a reply literally. */
function isWithin(reply: string, lines: readonly Candidate[]): boolean {
  const stated = lines.map((one) => plainly(one.text)).join(" ");
  return answerUnits(reply).every(({ start, end }) =>
    stated.includes(plainly(reply.slice(start, end))),
  );
}
