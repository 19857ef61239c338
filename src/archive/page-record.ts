import { plainLabel } from "../core/one-line.js";
import type { PackedPage, PageGeometry } from "../core/page.js";
import {
  count,
  flag,
  json,
  Malformed,
  oneOf,
  points,
  record,
  shortened,
  shortenedOrNull,
  text,
} from "./checked.js";

import { NumberReader, NumberWriter, type SectionRecord, writeRecord } from "./records.js";

const lineColumns = 9;
const runColumns = 4;
const boxColumns = 4;
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
  }
  const said = {
    ...{ number, label, state, width, height, text },
    lines: lines.length / lineColumns,
    runs: geometry ? geometry.runs.length / runColumns : null,
    items: geometry ? geometry.lengths.length : 0,
    ...(recognised === undefined ? {} : { recognised }),
    ...(problem === undefined ? {} : { problem }),
  };
  return writeRecord(said, numbers.pieces);
}

/** The inverse of `writePage`. Throws `Malformed` for what is no page of this number. */
export function readPage({ json: said, numbers }: SectionRecord, expected: number): PackedPage {
  const page = record(json(said));
  const reader = new NumberReader(numbers);
  const content = text(page.text, maxText);
  const lines = reader.float64(count(page.lines), lineColumns);
  checkLines(lines, content.length);
  const items = count(page.items);
  const geometry =
    page.runs === null ? null : readGeometry(reader, count(page.runs), items, content.length);
  reader.end();
  if (page.number !== expected) throw new Malformed("its pages are not in order");
  const state = oneOf(page.state, ["text", "empty", "scanned", "unreadable"]);
  // A scan may have a stamp or a note on it.
  if ((state === "empty" || state === "unreadable") && content !== "") {
    throw new Malformed("a page in it has text where it says that it has none");
  }
  return {
    number: expected,
    label: plainLabel(shortenedOrNull(page.label, longestLabel)),
    state,
    width: points(page.width),
    height: points(page.height),
    text: content,
    lines,
    geometry,
    ...(page.recognised === undefined ? {} : { recognised: flag(page.recognised) }),
    ...(page.problem === undefined ? {} : { problem: shortened(page.problem, longestProblem) }),
  };
}

function readGeometry(
  reader: NumberReader,
  runCount: number,
  items: number,
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
  return { runs, boxes, lengths };
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
