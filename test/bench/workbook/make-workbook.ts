import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { strToU8, Zip, ZipPassThrough } from "fflate";
import { seededRandom } from "../seeded-random.js";

export interface WorkbookSize {
  readonly sheets: number;
  /** Rows per sheet, below the heading row. */
  readonly rows: number;
}

const columns = [
  "Order",
  "Day",
  "Region",
  "Customer",
  "Remark",
  ...Array.from({ length: 12 }, (_, month) => `Amount ${month + 1}`),
  "Share",
  "Total",
  "Mean",
];
/** Cells per row. */
export const cellsPerRow: number = columns.length;

const syllables = "ba do fe gi ka lu me no pa ri sa te va zo chi bre".split(" ");
const regions = ["North", "South", "East", "West", "Islands"];
const customers = 5_000;
/** One row in this many has its own text; the others share theirs, as in real workbooks. */
const rowsPerText = 2;

/**
 * Writes a workbook the way spreadsheet programs do: with shared strings, numbers with and without
 * formats, dates, and formulas with their results. Its parts are not compressed, so that a million
 * cells make a file of about 50 MB. The same size always produces the same file. Returns the number
 * of bytes.
 */
export async function makeWorkbook(file: string, { sheets, rows }: WorkbookSize): Promise<number> {
  const random = seededRandom(58);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const word = () =>
    Array.from({ length: 2 + upTo(3) }, () => syllables[upTo(syllables.length)]).join("");
  const output = createWriteStream(file);
  const zip = new Zip((error, piece) => {
    if (error) output.destroy(error);
    else output.write(piece);
  });
  const add = (name: string) => {
    const part = new ZipPassThrough(name);
    zip.add(part);
    return part;
  };
  const whole = (name: string, text: string) => add(name).push(strToU8(text), true);
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  whole(
    "[Content_Types].xml",
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/></Types>`,
  );
  whole("_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]]));
  whole(
    "xl/workbook.xml",
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers.map((each) => `<sheet name="Orders ${each}" sheetId="${each}" r:id="rId${each}"/>`).join("")}</sheets></workbook>`,
  );
  whole(
    "xl/_rels/workbook.xml.rels",
    relations([
      ...numbers.map((each): [string, string] => ["worksheet", `worksheets/sheet${each}.xml`]),
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
  );
  whole(
    "xl/styles.xml",
    `${declaration}<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/><xf numFmtId="10"/></cellXfs></styleSheet>`,
  );
  const texts = [...columns, ...regions];
  const shared = (text: string) => texts.push(text) - 1;
  const names = Array.from({ length: customers }, () => shared(`${word()} ${word()}`));
  let remark = 0;
  for (const sheet of numbers) {
    const part = add(`xl/worksheets/sheet${sheet}.xml`);
    part.push(strToU8(`${declaration}<worksheet xmlns="${main}"><sheetData>`));
    part.push(
      strToU8(
        rowOf(
          1,
          columns.map((_, at) => ({ type: "s", value: at })),
        ),
      ),
    );
    for (let first = 2; first <= rows + 1; first += 500) {
      let text = "";
      for (let row = first; row < Math.min(first + 500, rows + 2); row++) {
        if (row % rowsPerText === 0) {
          remark = shared(Array.from({ length: 6 + upTo(12) }, word).join(" "));
        }
        const amounts = Array.from({ length: 12 }, () => upTo(10_000_000) / 100);
        const total = amounts.reduce((sum, each) => sum + each, 0);
        text += rowOf(row, [
          { value: sheet * 1_000_000 + row },
          { value: 40_000 + upTo(6_000), style: 1 },
          { type: "s", value: columns.length + upTo(regions.length) },
          { type: "s", value: names[upTo(customers)] ?? 0 },
          { type: "s", value: remark },
          ...amounts.map((value) => ({ value, style: 2 })),
          { value: random(), style: 3 },
          { value: total, style: 2, formula: `SUM(F${row}:Q${row})` },
          { value: total / 12, formula: `S${row}/12` },
        ]);
      }
      part.push(strToU8(text));
      await drained(output);
    }
    part.push(strToU8("</sheetData></worksheet>"), true);
  }
  const strings = add("xl/sharedStrings.xml");
  strings.push(strToU8(`${declaration}<sst xmlns="${main}" uniqueCount="${texts.length}">`));
  for (let at = 0; at < texts.length; at += 5_000) {
    const some = texts.slice(at, at + 5_000).map((text) => `<si><t>${text}</t></si>`);
    strings.push(strToU8(some.join("")));
    await drained(output);
  }
  strings.push(strToU8("</sst>"), true);
  zip.end();
  output.end();
  await finished(output);
  return output.bytesWritten;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function relations(list: readonly (readonly [type: string, target: string])[]): string {
  const each = list.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;
}

interface Cell {
  readonly value: number;
  readonly type?: "s";
  readonly style?: number;
  readonly formula?: string;
}

function rowOf(row: number, cells: readonly Cell[]): string {
  const written = cells.map(({ value, type, style, formula }, at) => {
    const attributes = `${style ? ` s="${style}"` : ""}${type ? ` t="${type}"` : ""}`;
    const worked = formula ? `<f>${formula}</f>` : "";
    return `<c r="${String.fromCharCode(65 + at)}${row}"${attributes}>${worked}<v>${value}</v></c>`;
  });
  return `<row r="${row}">${written.join("")}</row>`;
}

/** Waits until everything is flushed to the file; otherwise it would all stay in memory. */
async function drained(output: WriteStream): Promise<void> {
  if (!output.writableNeedDrain) return;
  await once(output, "drain");
}
