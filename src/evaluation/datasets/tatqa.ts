import { groupDigits } from "../../core/index.js";
import type { EvaluationDocument, EvaluationQuestion, GoldEvidence } from "../api.js";
import { type Fields, shown } from "./fields.js";
import {
  paragraphs as asParagraphs,
  table as asTable,
  choosePart,
  type DataSetLayout,
  madePath,
  plainQuestion,
  QuestionList,
  webPage,
  wholeDocuments,
} from "./layout.js";
import { listedFields } from "./source-files.js";
import { goldCells, readTable, type TatqaTable } from "./tatqa-cells.js";

const origins = ["table", "text", "table-text"];

/**
 * TAT-QA (Zhu et al., arXiv:2105.07624): each context, a table and paragraphs about it, becomes a
 * web page. The evidence is the paragraphs and table cells that the answer comes from, and the
 * context as a document. The data does not name cells: they are derived, see `goldCells`. The scale
 * belongs to the answer, as in the published metric: "26.87%", "94 million". The kind of a question
 * is the data's type of its answer. Every question is asked of all contexts.
 */
export const tatqa: DataSetLayout = {
  name: "tatqa",
  description: "tatqa_dataset_PART.json",
  matches: (paths) => partsOf(paths).size > 0,
  read: async (reading) => {
    const documents = new Map<string, EvaluationDocument>();
    const list = new QuestionList();
    let withoutCells = 0;
    const file = choosePart(partsOf(reading.paths), reading);
    for await (const fields of listedFields(reading, file)) {
      const context = toContext(fields);
      if (context === null) continue;
      if (documents.has(context.path)) fields.fault("table.uid", "must be unique; it came before.");
      documents.set(context.path, { path: context.path, text: asWebPage(context) });
      for (const [index, one] of fields.records("questions").entries()) {
        const entry = `${fields.place.entry}.questions[${index}]`;
        const question = toQuestion(one, context, { ...one.place, entry });
        list.add(question, one, "uid");
        const lacks = question.evidence.every(({ unit }) => unit !== "cell");
        withoutCells += lacks && one.record.answer_from === "table" ? 1 : 0;
      }
    }
    if (withoutCells > 0) {
      reading.notes.push(
        `Questions answered from the table alone whose cells could not be told: ${withoutCells}.`,
      );
    }
    return { documents: [...documents.values()], questions: list.questions };
  },
};

function partsOf(paths: readonly string[]): Map<string, string> {
  const parts = paths.flatMap((path): [string, string][] => {
    const part = /^(?:dataset_raw\/)?tatqa_dataset_([^/]+)\.json$/.exec(path)?.[1];
    return part === undefined ? [] : [[part, path]];
  });
  return new Map(parts);
}

interface Context {
  readonly path: string;
  readonly table: TatqaTable;
  /** By their `order`. */
  readonly paragraphs: ReadonlyMap<number, string>;
}

function toContext(fields: Fields): Context | null {
  const table = fields.child("table");
  if (!table) return null;
  const id = table.text("uid");
  const cells = readTable(table);
  if (!fields.has("paragraphs")) fields.list("paragraphs");
  const paragraphs = new Map<number, string>();
  for (const one of fields.records("paragraphs")) {
    paragraphs.set(one.count("order", 0, "a number"), one.optionalText("text"));
  }
  return { path: madePath(`context-${id}`, ".html"), table: cells, paragraphs };
}

function toQuestion(
  fields: Fields,
  { path, table, paragraphs }: Context,
  place: EvaluationQuestion["place"],
): EvaluationQuestion {
  const text = fields.text("question");
  const from = fields.has("answer_from") ? fields.text("answer_from") : "text";
  if (!origins.includes(from)) {
    const value = shown(fields.record.answer_from);
    fields.fault("answer_from", `must be one of ${origins.join(", ")}, not ${value}.`);
  }
  // Lists of answers may end with an empty one.
  const spans = fields.labels("answer", true).filter((span) => span.trim() !== "");
  const scale = fields.optionalText("scale");
  const type = fields.optionalText("answer_type");
  const derivation = fields.optionalText("derivation");
  const passages = fields.labels("rel_paragraphs").map((order): GoldEvidence => {
    const paragraph = paragraphs.get(Number(order));
    if (paragraph === undefined) {
      fields.fault("rel_paragraphs", `names paragraph ${shown(order)}, which is not there.`);
    }
    return { unit: "passage", document: path, text: paragraph ?? "" };
  });
  const cells = from === "text" ? [] : goldCells(table, { text, spans, type, derivation });
  return {
    ...plainQuestion,
    id: fields.text("uid"),
    text,
    answers: answersOf(spans, scale, type),
    evidence: [
      ...cells.map((cell): GoldEvidence => ({ unit: "cell", document: path, ...cell })),
      ...passages,
      ...wholeDocuments([path]),
    ],
    kind: type || null,
    place,
  };
}

function asWebPage({ table, paragraphs }: Context): string {
  const inOrder = [...paragraphs].sort(([one], [other]) => one - other);
  return webPage("", [
    asTable(table.rows, table.headRows),
    ...inOrder.flatMap(([, text]) => asParagraphs(text)),
  ]);
}

/** The words of the data for powers of ten. */
const powers: ReadonlyMap<string, number> = new Map([
  ["thousand", 3],
  ["million", 6],
  ["billion", 9],
]);

/**
 * The answer as a person would write it, and variants: for 26.87 in percent "26.87%" and "26.87
 * percent", for 94 in million "94 million" and "94,000,000". Several spans are one answer.
 */
export function answersOf(spans: readonly string[], scale: string, type: string): string[] {
  if (spans.length === 0) return [];
  const written = spans.map((span) => withScale(span, scale, type));
  const forms = Math.max(...written.map(({ length }) => length));
  const answers: string[] = [];
  for (let form = 0; form < forms; form++) {
    const parts = written.map((one) => one[form] ?? one[0] ?? "");
    answers.push(parts.join(", "));
    if (parts.length > 1) answers.push(`${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);
  }
  return [...new Set(answers)];
}

function withScale(span: string, scale: string, type: string): string[] {
  const text = span.trim();
  const number = plainNumber(text);
  const grouped = number !== null && type === "arithmetic" ? inGroups(number) : text;
  const isYear = type !== "arithmetic" && /^(?:19|20)\d\d$/.test(text);
  if (scale === "" || number === null || isYear) return [grouped, text];
  if (scale === "percent") {
    return text.includes("%") ? [text] : [`${grouped}%`, `${grouped} percent`];
  }
  const power = powers.get(scale);
  const full = power === undefined ? null : inGroups(shifted(number, power));
  const sign = /^\(?-?\s*([$€£¥])/.exec(text)?.[1] ?? "";
  const inFull = full?.startsWith("-") ? `-${sign}${full.slice(1)}` : `${sign}${full}`;
  return full === null ? [`${grouped} ${scale}`] : [`${grouped} ${scale}`, inFull];
}

/** A longer text is not an amount. */
const longestAmount = 60;

/** The digits of an amount such as "$ (1,496.5)", which is -1496.5; null for any other text. */
function plainNumber(text: string): string | null {
  if (text.length > longestAmount) return null;
  const match =
    /^([-(]?)\s{0,40}[$€£¥]?\s{0,40}([-(]?)\s{0,40}(\d[\d,]*(?:\.\d+)?|\.\d+)\s{0,40}\)?\s{0,40}%?$/.exec(
      text,
    );
  if (!match) return null;
  const digits = (match[3] ?? "").replaceAll(",", "").replace(/^\./, "0.");
  return match[1] || match[2] ? `-${digits}` : digits;
}

/** With commas between thousands. */
function inGroups(number: string): string {
  const [whole = "", decimals] = number.split(".");
  const grouped = groupDigits(whole);
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Times a power of ten, without the errors of floating point. */
function shifted(number: string, power: number): string {
  const [whole = "", decimals = ""] = number.split(".");
  const digits = `${whole}${decimals.padEnd(power, "0").slice(0, power)}`;
  const rest = decimals.slice(power);
  const plain = digits.replace(/^(-?)0+(?=\d)/, "$1");
  return rest === "" ? plain : `${plain}.${rest}`;
}
