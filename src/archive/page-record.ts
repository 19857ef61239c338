import { plainLabel } from "../core/one-line.js";
import { maxRules, type PackedPage, type PageGeometry } from "../core/page.js";
import { boolean, count, nullable, object, oneOf, optional, textWithin } from "../core/shape.js";
import { json, Malformed, points, read, shortened } from "./checked.js";
import { NumberReader, NumberWriter, type SectionRecord, writeRecord } from "./records.js";

const lineColumns = 9;
const runColumns = 4;
const boxColumns = 4;
const ruleColumns = 4;
/** Characters of a page. */
const maxText = 32 * 1024 * 1024;
/** Characters of what is shown of a page: the number printed on it, and why it could not be read. */
const longestLabel = 100;
const longestProblem = 1_000;
/** What a heading's level is at most, of a format that marks headings. */
const deepestLine = 100;

/** A page as a record. */
export function writePage(page: PackedPage): Uint8Array<ArrayBuffer> {
  const { number, label, state, width, height, text, lines, geometry, recognised, problem } = page;
  const numbers = new NumberWriter();
  numbers.add(lines, lineColumns);
  if (geometry) {
    numbers.add(geometry.runs, runColumns);
    numbers.add(geometry.boxes, boxColumns);
    numbers.add(geometry.lengths, 1);
    if (geometry.rules) numbers.add(geometry.rules, ruleColumns);
  }
  const said = {
    ...{ number, label, state, width, height, text },
    lines: lines.length / lineColumns,
    runs: geometry ? geometry.runs.length / runColumns : null,
    items: geometry ? geometry.lengths.length : 0,
    ...(geometry?.rules ? { rules: geometry.rules.length / ruleColumns } : {}),
    ...(recognised === undefined ? {} : { recognised }),
    ...(problem === undefined ? {} : { problem }),
  };
  return writeRecord(said, numbers.pieces);
}

const saidOfPage = object({
  number: count,
  label: nullable(shortened(longestLabel)),
  state: oneOf("text", "empty", "scanned", "unreadable"),
  width: points,
  height: points,
  text: textWithin(maxText),
  lines: count,
  runs: nullable(count),
  items: count,
  rules: optional(count),
  recognised: optional(boolean),
  problem: optional(shortened(longestProblem)),
});

/** The inverse of `writePage`. Throws `Malformed` for what is no page of this number. */
export function readPage({ json: said, numbers }: SectionRecord, expected: number): PackedPage {
  const { lines: lineCount, runs, items, rules, ...page } = read(saidOfPage, json(said));
  const { number, label, state, text } = page;
  const reader = new NumberReader(numbers);
  const lines = reader.float64(lineCount, lineColumns);
  checkLines(lines, text.length);
  const geometry = runs === null ? null : readGeometry(reader, { runs, items, rules }, text.length);
  reader.end();
  if (number !== expected) throw new Malformed("its pages are not in order");
  // A scan may have a stamp or a note on it.
  if ((state === "empty" || state === "unreadable") && text !== "") {
    throw new Malformed("a page in it has text where it says that it has none");
  }
  return { ...page, label: plainLabel(label), lines, geometry };
}

interface GeometryCounts {
  readonly runs: number;
  readonly items: number;
  /** Absent where rules were not looked at, and in files of older versions. */
  readonly rules?: number | undefined;
}

function readGeometry(
  reader: NumberReader,
  { runs: runCount, items, rules: ruleCount }: GeometryCounts,
  length: number,
): PageGeometry {
  const runs = reader.uint32(runCount, runColumns);
  const boxes = reader.float32(items, boxColumns);
  const lengths = reader.uint32(items, 1);
  let last = 0;
  for (let run = 0; run < runs.length; run += runColumns) {
    const [start = 0, size = 0, item = 0, offset = 0] = runs.subarray(run, run + runColumns);
    const inItem = item < items && offset + size <= (lengths[item] ?? 0);
    if (start < last || start + size > length || !inItem) {
      throw new Malformed("the places of its characters do not fit its text");
    }
    // No character stands at two places.
    last = start + size;
  }
  if (!boxes.every(Number.isFinite)) throw new Malformed("a number in it is out of range");
  if (ruleCount === undefined) return { runs, boxes, lengths };
  return { runs, boxes, lengths, rules: readRules(reader, ruleCount) };
}

/** Rules run across or down, and forwards. */
function readRules(reader: NumberReader, ruleCount: number): Float32Array {
  if (ruleCount > maxRules) throw new Malformed("a page in it has too many rules");
  const rules = reader.float32(ruleCount, ruleColumns);
  for (let rule = 0; rule < rules.length; rule += ruleColumns) {
    const [left = 0, top = 0, right = 0, bottom = 0] = rules.subarray(rule, rule + ruleColumns);
    const straight = (left === right && top <= bottom) || (top === bottom && left <= right);
    if (!straight || ![left, top, right, bottom].every(Number.isFinite)) {
      throw new Malformed("the rules of a page in it are no lines across or down");
    }
  }
  return rules;
}

/** Lines follow each other and stand within the text. */
function checkLines(lines: Float64Array, length: number): void {
  let last = 0;
  for (let line = 0; line < lines.length; line += lineColumns) {
    const numbers = lines.subarray(line, line + lineColumns);
    const [start = 0, end = 0, block = 0, kind = 0, level = 0] = numbers;
    const whole = [start, end, block, kind, level].every((each) => Number.isSafeInteger(each));
    const inOrder = start >= last && start <= end && end <= length;
    const inRange = block >= 0 && level >= 0 && level <= deepestLine;
    if (!whole || !inOrder || !inRange || !numbers.every(Number.isFinite)) {
      throw new Malformed("its lines do not fit its text");
    }
    last = end;
  }
}
