import type { DocumentId, DocumentSummary } from "../../core/document.js";
import type { LanguageModel } from "../../models/language-model.js";
import type { SearchHit } from "../../search/api.js";
import type { AnswerSentence } from "../answer.js";
import { fuse } from "../context/opening.js";
import type { Conclusion } from "../loop/loop.js";
import type { RunState } from "../loop/run-state.js";
import type { PastTurn } from "../trace/trace.js";
import { verifyAnswer } from "../verify/verify-answer.js";
import { periodOf } from "./asked-period.js";
import { FigureAnswers, type Found } from "./by-figures.js";
import type { FigureScope } from "./find.js";
import { documentsFor, withoutNames } from "./named-documents.js";
import { type Candidate, candidatesIn, GuidedSteps, givesReason } from "./read.js";
import { type AskedQuestion, understand } from "./understand.js";
import { addsTo, copiedSentence, coverageOf, saysOnly, stemsOf, supportsOf } from "./word.js";

/** What a guide is given. */
export interface GuideOptions {
  readonly state: RunState;
  readonly model: LanguageModel;
  readonly history: readonly PastTurn[];
  /** Milliseconds without a sign of life after which a request is given up. */
  readonly patience: number;
}

/** Documents that are looked through by themselves, before all of them at once. */
const maxDocuments = 2;

/**
 * Leads a small model through a question. Code owns the plan: it reads the question, finds places,
 * computes, words and judges; the model is asked to choose one of a few lines, to say yes or no, or
 * to word a sentence, one thing at a time, and nothing that it says is shown unless code finds it in
 * the documents. Every run ends: what is looked at and asked is bounded.
 */
export class Guide {
  readonly #state: RunState;
  readonly #steps: GuidedSteps;
  readonly #figures: FigureAnswers;
  readonly #sentences: SentenceAnswers;
  readonly #history: readonly PastTurn[];

  constructor({ state, model, history, patience }: GuideOptions) {
    this.#state = state;
    this.#steps = new GuidedSteps(state, model, patience);
    this.#figures = new FigureAnswers(this.#steps);
    this.#sentences = new SentenceAnswers(this.#steps);
    this.#history = history;
  }

  /** The answer. Throws what the model throws where nothing was found without it, and the signal's reason. */
  async conclude(): Promise<Conclusion> {
    const state = this.#state;
    await this.#followUp();
    const question = understand(state.standalone);
    this.#steps.step("understand", state.standalone, question.clause, describe(question));
    const ranked = await documentsFor(question, state.documents, state.reader, state.signal);
    const scopes = scopesOf(ranked, state.documents);
    this.#steps.step(
      "find",
      question.clause,
      "",
      ranked
        .slice(0, maxDocuments)
        .map(({ path }) => path)
        .join(", "),
    );
    let best: Conclusion | null = null;
    for (const documents of scopes) {
      const conclusion = await this.#byFigures(question, documents);
      if (conclusion && isSure(conclusion)) return conclusion;
      best ??= conclusion;
    }
    if (best) return best;
    const [first = []] = scopes;
    if (question.mayNotApply) {
      const reason = await this.#figures.absent(question, first, this.#scope(question, first));
      if (reason !== null) return { enough: false, missing: reason, sentences: [] };
    }
    const found = await this.#sentences.answer(question, first);
    const said = found && (await this.#judge(question, found));
    return said ?? { enough: false, missing: missingText(question), sentences: [] };
  }

  /** Makes a question stand for itself that follows others and needs them. */
  async #followUp(): Promise<void> {
    const state = this.#state;
    const past = this.#history.slice(-2);
    if (past.length === 0 || !needsMore(state.question)) return;
    const question = await this.#steps.interview.standalone(state.question, past);
    this.#steps.step(
      "understand",
      state.question,
      past.map((turn) => turn.question).join("\n"),
      question,
    );
    if (question === "" || !question.includes(" ")) return;
    state.standalone = question;
    state.queries = [question, state.question];
    state.emit({ type: "question-rewrite", question, queries: state.queries });
    state.tracer.note("rewrite", question);
  }

  /** What the tables of one document, or of all of them, say; null when nothing was found. */
  async #byFigures(
    question: AskedQuestion,
    documents: readonly DocumentSummary[],
  ): Promise<Conclusion | null> {
    const found = await this.#figures.answer(question, documents, this.#scope(question, documents));
    return found && (await this.#judge(question, found));
  }

  #scope({ statement }: AskedQuestion, documents: readonly DocumentSummary[]): FigureScope {
    const { reader, signal } = this.#state;
    return { reader, documents: documents.map(({ id }) => id), statement, signal };
  }

  /** Checks what was found against the documents; what does not hold is left out. */
  async #judge(question: AskedQuestion, { plainer, ...found }: Found): Promise<Conclusion | null> {
    const { sentences: drafts, doubt } = found;
    const { reader, calculations, seen, signal } = this.#state;
    const asked = [this.#state.question, ...this.#history.map((turn) => turn.asked)].join("\n");
    const draft = { enough: true, missing: "", sentences: drafts };
    const checked = await verifyAnswer(draft, {
      reader,
      question: asked,
      calculations,
      seen,
      signal,
    });
    const sentences = checked
      .map((sentence) => (isCopied(sentence) ? asCopied(sentence) : sentence))
      .filter(({ supported }) => supported)
      .map(
        (sentence): AnswerSentence =>
          doubt === null ? sentence : { ...sentence, supported: false, doubt },
      );
    const kept = sentences.length;
    const dropped = checked.flatMap(({ supported, unsupportedNumbers, dropped }) =>
      supported ? [] : [...unsupportedNumbers, ...dropped],
    );
    this.#steps.step(
      "judge",
      question.clause,
      drafts.map(({ text }) => text).join("\n"),
      [`${kept} of ${drafts.length}`, ...dropped].join("; "),
    );
    if (plainer && kept < drafts.length) {
      return await this.#judge(question, { sentences: plainer, doubt });
    }
    return sentences.length === 0 ? null : { enough: true, missing: "", sentences };
  }
}

/** Whether a sentence is what a page says, word for word: then all of its numbers stand there. */
function isCopied({ text, citations }: AnswerSentence): boolean {
  const [citation, ...others] = citations;
  const plain = (words: string): string => words.replace(/[|\s]+|[.\s]+$/gu, "");
  return citation !== undefined && others.length === 0 && plain(citation.quote) === plain(text);
}

function asCopied(sentence: AnswerSentence): AnswerSentence {
  const { misplacedNumbers: _, ...rest } = sentence;
  return { ...rest, supported: true, unsupportedNumbers: [] };
}

function isSure({ sentences }: Conclusion): boolean {
  return sentences.some(({ supported }) => supported);
}

/** The likeliest documents one by one, then all that are named; of none named, all there are. */
function scopesOf(
  ranked: readonly DocumentSummary[],
  all: readonly DocumentSummary[],
): (readonly DocumentSummary[])[] {
  const isNamed = ranked.length < all.length;
  const single =
    isNamed || all.length <= maxDocuments
      ? ranked.slice(0, maxDocuments).map((document) => [document])
      : [];
  return ranked.length === 1 ? [ranked] : [...single, ranked];
}

const pointing =
  /\b(?:it|its|they|their|them|that|this|those|these|he|she|same|there|then)\b|^(?:and|what about|how about|why)\b/iu;

/** Whether a question that follows others may need them. */
function needsMore(question: string): boolean {
  return pointing.test(question) || question.split(/\s+/u).length < 7;
}

function describe({ kind, label, periods }: AskedQuestion): string {
  return [kind, label, ...periods.map(({ text }) => text)].join("; ");
}

function missingText({ label, periods }: AskedQuestion): string {
  const time = periods.map(({ text }) => periodOf(Number(text)).text && text).join(", ");
  return time === "" ? label : `${label}, ${time}`;
}

/** Passages whose sentences are weighed, and headings whose passages are. */
const passagesSearched = 20;

const headingsRead = 4;

/** From this share of what is asked on, sentences that the model chose need no doubt. */
const agreedCoverage = 0.8;

/** Answers that sentences give. */
class SentenceAnswers {
  readonly #steps: GuidedSteps;

  constructor(steps: GuidedSteps) {
    this.#steps = steps;
  }

  /** What sentences say: code finds those that may answer, the model chooses of them, code words and checks. */
  async answer(
    question: AskedQuestion,
    documents: readonly DocumentSummary[],
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
      asksReason: /^(?:why|what (?:drove|caused|led))|\b(?:drove|reasons?|why|caus\w+)\b/iu.test(
        question.clause,
      ),
      takesRows: question.kind !== "text",
      asksDocument: question.asksDocument,
    };
    const candidates = candidatesIn(hits, sought, this.#steps.state.gauge.count);
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
    const asked = this.#steps.interview.answer(text, candidates, { asksWhether, asksList });
    const said = await this.#steps.orEmpty(asked, "");
    // What only repeats the question is said by no line more than by another.
    const lines = addsTo(said, text)
      ? supportsOf(said, text, candidates, asksList || asksDocument ? 4 : 2)
      : candidates.slice(0, 1);
    const copies = lines.map(copiedSentence);
    const facts = lines.map(({ text: line, heading }) =>
      heading === null ? line : `${heading}: ${line}`,
    );
    const [yes] = asksWhether ? (/^\W*(?:yes|no)\b/iu.exec(said) ?? []) : [];
    const isTrue =
      !asksWhether && /\p{L}{3}/u.test(said) && saysOnly(said, facts, text) && addsTo(said, text);
    const given = candidates.map((one) => one.text).join("\n");
    const taken = [isTrue ? said : (yes ?? ""), ...lines.map((one) => one.text)];
    this.#steps.step("read", text, given, taken.filter((one) => one !== "").join("\n"));
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
      said === ""
        ? "It is the nearest line; the model did not answer."
        : "The model chose it of several lines that were nearest.";
    if (!isTrue) return { sentences: copies, doubt };
    const citations = copies.flatMap((copy) => copy.citations);
    return { sentences: [{ text: said, citations }, ...copies], doubt };
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
  const said = stems.filter((stem) => asked.includes(stem)).length;
  return stems.length === 0 ? 0 : said / stems.length;
}
