import fc from "fast-check";
import { expect, it } from "vitest";
import type { GridAnswer, GridReview } from "../../../src/core/index.js";
import { gridTable, rowsOf, sortedRows, totalOf, usualValue } from "../../../src/grid/table.js";
import { answerTo, documentAt, gridOf, numberAnswer } from "./sample.js";

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

it("gridTable omits answers to a different question, and those of removed documents", () => {
  const grid = gridOf(["Who?", "When?"]);
  const [who, when] = grid.columns;
  if (!who || !when) throw new Error("The columns are gone.");
  const document = documentAt(1);
  const answers = [
    answerTo(who, document, { text: "Ada" }),
    answerTo({ ...when, question: "Since when?" }, document),
    answerTo(who, documentAt(2)),
  ];
  const { rows } = gridTable(grid, [document], answers);
  expect(rows.map((row) => row.answers.map((answer) => answer?.text ?? null))).toEqual([
    ["Ada", null],
  ]);
});

it("rowsOf finds chosen documents by path, and moved ones by their content", () => {
  const documents = [documentAt(1, "a.pdf"), documentAt(2, "new/b.pdf"), documentAt(3, "c.pdf")];
  const chosen = [
    { path: "a.pdf", hash: "of an earlier version" },
    { path: "old/b.pdf", hash: documentAt(2).hash },
    { path: "gone.pdf", hash: "gone" },
  ];
  expect(rowsOf({ documents: chosen }, documents).map(({ path }) => path)).toEqual([
    "a.pdf",
    "new/b.pdf",
  ]);
});

it("totalOf adds numbers exactly, without those marked as wrong", () => {
  const grid = gridOf([{ question: "How much?", type: "number" }]);
  const [column] = grid.columns;
  if (!column) throw new Error("The column is gone.");
  const documents = [1, 2, 3, 4].map((number) => documentAt(number));
  const numbers = ["0.1", "0.2", "-10", "900719925474099312345"];
  const answers = documents.map((document, index) =>
    numberAnswer(column, document, numbers[index] ?? ""),
  );
  const { rows } = gridTable(grid, documents, [
    ...answers.slice(0, 3),
    { ...(answers[3] ?? answerTo(column, documentAt(4))), review: "wrong" },
  ]);
  expect(totalOf(rows, 0)).toEqual({
    ...{ sum: "-9.7", mean: "-3.233333", unit: null },
    rows: rows.slice(0, 3),
  });
  const whole = gridTable(grid, documents, answers).rows;
  expect(totalOf(whole, 0)?.sum).toBe("900719925474099312335.3");
});

it("totalOf adds an answer with several numbers only once it is checked", () => {
  const grid = gridOf([{ question: "How much?", type: "number" }]);
  const [column] = grid.columns;
  if (!column) throw new Error("The column is gone.");
  const documents = [documentAt(1), documentAt(2)];
  const one = numberAnswer(column, documentAt(1), "2634263000", "$");
  const several = { ...numberAnswer(column, documentAt(2), "3226.8", "$"), remark: "several" };
  const total = (review: GridReview | null): string | undefined => {
    const { rows } = gridTable(grid, documents, [one, { ...several, review } as GridAnswer]);
    return totalOf(rows, 0)?.sum;
  };
  expect(total(null)).toBe("2634263000");
  expect(total("checked")).toBe("2634266226.8");
});

it("totalOf does not add numbers with different units", () => {
  const grid = gridOf([{ question: "How much?", type: "number" }]);
  const [column] = grid.columns;
  if (!column) throw new Error("The column is gone.");
  const answers = [
    numberAnswer(column, documentAt(1), "1", "$"),
    numberAnswer(column, documentAt(2), "1", "€"),
  ];
  const { rows } = gridTable(grid, [documentAt(1), documentAt(2)], answers);
  expect(totalOf(rows, 0)).toBeNull();
});

it("totalOf sums any decimals as exactly as whole numbers", () => {
  const grid = gridOf([{ question: "How much?", type: "number" }]);
  const [column] = grid.columns;
  if (!column) throw new Error("The column is gone.");
  fc.assert(
    fc.property(fc.array(fc.bigInt(-(10n ** 20n), 10n ** 20n), { minLength: 1 }), (cents) => {
      const documents = cents.map((_, index) => documentAt(index + 1));
      const answers = cents.map((cent, index) => {
        const digits = (cent < 0n ? -cent : cent).toString().padStart(3, "0");
        const number = `${cent < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        return numberAnswer(column, documents[index] ?? documentAt(1), number);
      });
      const { rows } = gridTable(grid, documents, answers);
      const sum = cents.reduce((total, cent) => total + cent, 0n);
      const [whole = "", fraction = ""] = (totalOf(rows, 0)?.sum ?? "").split(".");
      expect(BigInt(whole.replace("-", "") + fraction.padEnd(2, "0"))).toBe(sum < 0n ? -sum : sum);
    }),
  );
});

it("sortedRows sorts numbers by value, and puts rows without an answer last in either direction", () => {
  const grid = gridOf([{ question: "How much?", type: "number" }]);
  const [column] = grid.columns;
  if (!column) throw new Error("The column is gone.");
  const documents = [1, 2, 3, 4].map((number) => documentAt(number));
  const table = gridTable(grid, documents, [
    numberAnswer(column, documentAt(1), "9"),
    numberAnswer(column, documentAt(2), "10"),
    answerTo(column, documentAt(3), { text: "many", remark: "no-number" }),
  ]);
  const order = (descending: boolean): string[] =>
    sortedRows(table, { column: column.id, descending }, compare).map(
      ({ document }) => document.id,
    );
  expect(order(false)).toEqual(["d1", "d2", "d3", "d4"]);
  expect(order(true).at(-1)).toBe("d4");
  expect(order(true).indexOf("d2")).toBeLessThan(order(true).indexOf("d1"));
  const byPath = sortedRows(table, { column: null, descending: true }, compare);
  expect(byPath.map(({ document }) => document.id)).toEqual(["d4", "d3", "d2", "d1"]);
});

it("sortedRows sorts documents by their titles, or by the names of their files", () => {
  const documents = [
    documentAt(1, "a/z.pdf"),
    documentAt(2, "b/x.pdf", "Annual report"),
    documentAt(3, "c/y.pdf", "Untitled"),
    documentAt(4, "a/x.pdf", "Annual report"),
  ];
  const table = gridTable(gridOf(["Who?"]), documents, []);
  const rows = sortedRows(table, { column: null, descending: false }, compare);
  expect(rows.map(({ document }) => document.path)).toEqual([
    ...["a/x.pdf", "b/x.pdf", "c/y.pdf", "a/z.pdf"],
  ]);
});

it("usualValue returns the value that most documents share, or null if there is none", () => {
  const grid = gridOf([{ question: "Is it?", type: "yes-no" }]);
  const [column] = grid.columns;
  if (!column) throw new Error("The column is gone.");
  const direct = (yes: readonly boolean[]) => {
    const documents = yes.map((_, index) => documentAt(index + 1));
    const answers = documents.map((document, index) =>
      answerTo(column, document, {
        text: "said",
        value: { type: "yes-no", yes: yes[index] === true },
      }),
    );
    return usualValue(gridTable(grid, documents, answers).rows, 0);
  };
  expect(direct([true, true, false])).toBe("yes");
  expect(direct([true, false])).toBeNull();
  expect(direct([true, true])).toBeNull();
});
