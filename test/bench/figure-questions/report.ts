import type { ShownAnswer, ShownPassage } from "../page/ask-figures.js";
import { type Rate, rateOf, rateText } from "../statistics.js";
import { table } from "../table.js";
import { judgeShown, type ShownFigure } from "./judge.js";
import type { FigureQuestion } from "./question.js";

/** A question with what was shown for it. */
export interface AskedFigure {
  readonly question: FigureQuestion;
  readonly shown: ShownAnswer;
}

interface FigureRates {
  readonly first: Rate;
  readonly any: Rate;
  readonly markedFirst: Rate;
  readonly marked: Rate;
  /** Among questions whose figure is not marked, the share where nothing is marked. */
  readonly unmarked: Rate;
}

/** The rates over all questions asked in one way, and over each kind of question. */
interface FigureReport {
  readonly scope: "all" | "scoped";
  readonly questions: number;
  readonly rates: FigureRates;
  readonly kinds: Readonly<Record<string, FigureRates>>;
}

/**
 * One report per way of asking: over all filings, for questions that name their company, and over
 * the question's own filing.
 */
export function figureReports(answered: readonly AskedFigure[]): readonly FigureReport[] {
  return (["all", "scoped"] as const).map((scope) => {
    const judged = answered.flatMap(({ question, shown }) => {
      const passages = shown[scope];
      return passages ? [{ kind: question.kind, figure: judgeShown(question, passages) }] : [];
    });
    const kinds = [...new Set(judged.map(({ kind }) => kind))].sort();
    const ratesOf = (kind: string | null): FigureRates =>
      rates(judged.flatMap((one) => (kind === null || one.kind === kind ? [one.figure] : [])));
    return {
      scope,
      questions: judged.length,
      rates: ratesOf(null),
      kinds: Object.fromEntries(kinds.map((kind) => [kind, ratesOf(kind)])),
    };
  });
}

function rates(figures: readonly ShownFigure[]): FigureRates {
  const rate = (of: readonly ShownFigure[], name: keyof ShownFigure): Rate =>
    rateOf(of.filter((figure) => figure[name]).length, of.length);
  const wrong = figures.filter(({ marked }) => !marked);
  return {
    first: rate(figures, "first"),
    any: rate(figures, "any"),
    markedFirst: rate(figures, "markedFirst"),
    marked: rate(figures, "marked"),
    unmarked: rate(wrong, "unmarked"),
  };
}

const columns: readonly (readonly [keyof FigureRates, string])[] = [
  ["first", "First passage"],
  ["any", "Any passage"],
  ["markedFirst", "Marked first"],
  ["marked", "Marked"],
  ["unmarked", "Nothing marked, of the others"],
];

const titles = {
  all: "Over all filings, the company named in the question",
  scoped: "In the right filing",
};

/** The reports as tables. */
export function figureText(reports: readonly FigureReport[]): string {
  return reports
    .map(({ scope, rates: whole, kinds }) => {
      const row = (name: string, of: FigureRates): string[] => [
        name,
        ...columns.map(([key]) => rateText(of[key])),
      ];
      const rows = [
        row("all questions", whole),
        ...Object.entries(kinds).map(([kind, of]) => row(kind, of)),
      ];
      return `${titles[scope]}:\n\n${table(["", ...columns.map(([, title]) => title)], rows)}`;
    })
    .join("\n");
}

/** One record per question with what was shown for it, as JSON. */
export function figureRecords(answered: readonly AskedFigure[]): readonly object[] {
  return answered.map(({ question, shown }) => {
    const record = (passages: readonly ShownPassage[] | null): object | null =>
      passages && { ...judgeShown(question, passages), passages: passages.map(shownRecord) };
    const { id, kind, document, page, value } = question;
    return {
      ...{ id, question: question.question, kind, document, page, value },
      all: record(shown.all),
      scoped: record(shown.scoped),
    };
  });
}

/** A passage's location and its marked text; its beginning if nothing is marked. */
function shownRecord({ path, page, heading, text, marked }: ShownPassage): object {
  const spans = marked.map(({ start, end }) => text.slice(start, end));
  return {
    path,
    page,
    heading,
    ...(spans.length > 0 ? { marked: spans } : { text: text.slice(0, 300) }),
  };
}
