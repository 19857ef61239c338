import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ComparedRows } from "../../../src/core/answer.js";
import type { SearchOptions, SearchResponse } from "../../../src/search/api.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

/** A reader that knows words with similar meanings, as a collection does. */
class ReaderOfAlike extends MemoryReader {
  override async search(query: string, options?: SearchOptions): Promise<SearchResponse> {
    const alike = [{ word: "warranty", forms: ["guarantee"] }];
    return { ...(await super.search(query, options)), alike };
  }
}

/** The rows that answer a question, from a document; null if none do. */
async function compared(
  question: string,
  text: string,
  path = "quotes.md",
): Promise<ComparedRows | null> {
  const reader = new ReaderOfAlike();
  await reader.add(path, text);
  const { direct } = await askWithoutModel(reader, question);
  return direct && "calculation" in direct ? direct : null;
}

const quotes = `# Quotes for the pier

| Firm | Price without VAT | Guarantee | Earliest date |
| --- | --- | --- | --- |
| Swallow | £3,480 | 10 years | 16 June |
| Timberline | £2,950 | 60 months | 21 July |
| Kidsfield | £3,890 | 15 years | 9 June |`;

describe("compared quantities", () => {
  test.each([
    ["Which firm is the dearest?", "highest", "Kidsfield", "£3,890"],
    ["Which firm costs the least?", "lowest", "Timberline", "£2,950"],
    ["Which firm gives the longest warranty?", "highest", "Kidsfield", "15 years"],
    ["Which firm gives the shortest guarantee?", "lowest", "Timberline", "60 months"],
    ["Which firm could come the soonest?", "earliest", "Kidsfield", "9 June"],
    ["Welche Firm ist am billigsten?", "lowest", "Timberline", "£2,950"],
    ["Quelle firm est la plus chère ?", "highest", "Kidsfield", "£3,890"],
    ["¿Qué firm es la más cara?", "highest", "Kidsfield", "£3,890"],
  ])("%s", async (question, kind, label, value) => {
    const found = await compared(question, quotes);
    expect(found).toMatchObject({ kind, label, value, rows: 3, across: "rows" });
    expect(found?.calculation.operands).toHaveLength(3);
    expect(found?.calculation.sourced).toBe(true);
  });

  test.each([
    ["of things that the table does not list", "Which boiler is the dearest?"],
    ["under a condition", "Which firm is the dearest for softwood?"],
    ["of what no column has", "Which firm is the oldest?"],
    ["of a guarantee, if the work is asked about", "Which firm takes the longest?"],
  ])("compared quantities give no answer %s", async (_, question) => {
    expect(await compared(question, quotes)).toBe(null);
  });

  test.each([
    ["if two columns fit", "Price without VAT", "Price | Guarantee", "Price with VAT | Guarantee"],
    ["if the currencies differ", "", "£2,950", "€2,950"],
    ["if a row has no amount", "", "£2,950", "on request"],
    ["if a range leaves it open", "", "£3,480", "£3,000–4,000"],
  ])("compared quantities give no answer %s", async (name, _, from, to) => {
    const table = name.startsWith("if two")
      ? quotes.replace("Guarantee", "Cost with VAT").replace(/\d+ (?:years|months)/gu, "£4,100")
      : quotes.replace(from, to);
    expect(table).not.toBe(quotes);
    expect(await compared("Which firm is the dearest?", table)).toBe(null);
  });

  test.each([
    ["most", "Which firm earns the most?", "Turnover"],
    ["least", "Which firm earned the least in 2024?", "Earnings in 2024"],
  ])("answers who earns the %s from earnings, not from prices", async (way, question, head) => {
    const prices = `# Quotes\n\n| Firm | Price |\n| --- | --- |\n| Swallow | £3,480 |\n| Timberline | £2,950 |`;
    expect(await compared(question, prices)).toBe(null);
    const earnings = `${prices.replace("| Price |", `| Price | ${head} |`).replace("--- |\n", "--- | --- |\n").replace("3,480 |", "3,480 | £41,000 |").replace("2,950 |", "2,950 | £62,000 |")}`;
    expect(await compared(question, earnings)).toMatchObject({
      label: way === "most" ? "Timberline" : "Swallow",
      value: way === "most" ? "£62,000" : "£41,000",
    });
  });

  test("answers who earns the most with the person with the highest salary, not the highest payment", async () => {
    const staff = `# Staff\n\nWho earns what.\n\n| Name | Salary |\n| --- | --- |\n| Ada Bell | £31,000 |\n| Cem Oz | £38,500 |`;
    expect(await compared("Who earns the most?", staff)).toMatchObject({ label: "Cem Oz" });
    expect(await compared("Who earns the most?", staff.replace("Salary", "Paid"))).toBe(null);
  });

  test("compared quantities know other forms of the words in heads", async () => {
    const policies = `# Cover for the policies\n\n| Policy | Costs for parking |\n| --- | --- |\n| Basic | £12 |\n| Full | £30 |`;
    expect(await compared("Which of the policies is the cheapest?", policies)).toMatchObject({
      label: "Basic",
    });
    const cars = `# Care\n\n| Care home | Price |\n| --- | --- |\n| Elm House | £900 |\n| The Limes | £850 |\n\nEach has room for a car.`;
    expect(await compared("Which car is the cheapest?", cars)).toBe(null);
    const captioned = cars.replace("# Care\n", "# Care\n\nThere is room for a car.\n");
    expect(await compared("Which car is the cheapest?", captioned)).toBe(null);
  });

  test("compared quantities of models, which are columns with codes for heads", async () => {
    const models = `# Nimbo dryers\n\n## Data\n\n| Property | DH-10 | DH-16 |\n| --- | --- | --- |\n| Noise | 36 dB | 39 dB |\n| Weight | 9.8 kg | 12.6 kg |`;
    expect(await compared("Which Nimbo model is the quietest?", models)).toMatchObject({
      label: "DH-10",
      value: "36 dB",
    });
    expect(await compared("Which Nimbo model is the heaviest?", models)).toMatchObject({
      label: "DH-16",
    });
    expect(await compared("Which Nimbo radio is the heaviest?", models)).toBe(null);
  });

  test("compared quantities of two things that share the end of their names", async () => {
    const tools = `# Tools\n\n| Tool | Fee per day |\n| --- | --- |\n| Hedge trimmer, electric | £3.50 |\n| Hedge trimmer, cordless | £5.00 |\n| Lawn mower, electric | £4.00 |`;
    const question = "Which is cheaper per day, the electric or the cordless hedge trimmer?";
    expect(await compared(question, tools)).toMatchObject({ label: "Hedge trimmer, electric" });
    expect(await compared(question.replace("hedge", "old hedge"), tools)).toBe(null);
  });

  test("compared quantities list ties, and take “free” for the lowest price", async () => {
    const clubs = `# Clubs\n\n| Club | Day | Cost for the term |\n| --- | --- | --- |\n| Chess | Monday | Free |\n| Drama | Friday | £22 |\n| Coding | Thursday | Free |`;
    expect(await compared("Which club is the cheapest?", clubs)).toMatchObject({
      label: "Chess; Coding",
      value: "Free",
    });
  });

  test("compared quantities never answer with a total", async () => {
    const costs = quotes
      .replace(/\| Guarantee.*$/mu, "|")
      .replace(/\| \d+ (?:years|months).*$/gmu, "|");
    const question = "Which firm is the dearest?";
    const plain = costs.replace("| --- | --- | --- | --- |", "| --- | --- |");
    for (const total of ["Total", "All firms", "Together"]) {
      const found = await compared(question, `${plain}\n| ${total} | £10,320 |`);
      expect(found?.label ?? "Kidsfield").toBe("Kidsfield");
    }
  });

  test("compared quantities join the pages of a sheet, and name people rather than their numbers", async () => {
    const members = Array.from({ length: 120 }, (_, index) => {
      const year = index === 77 ? 1971 : 1980 + (index % 40);
      const remark = "Asked for a berth nearer to the slipway";
      return `${101 + index},Member ${"ABCDEFGHIJ"[index % 10]}${"KLMNOPQRSTUV"[Math.floor(index / 10)]},${year},${remark}`;
    });
    const sheet = ["Member no.,Name,Member since,Remarks", ...members].join("\n");
    const found = await compared("Which member joined first?", sheet, "members.csv");
    expect(found).toMatchObject({ kind: "earliest", label: "Member HR", value: "1971", rows: 120 });
    expect(found?.calculation.operands.map(({ text }) => text)).toEqual(["1971"]);
    expect(found?.calculation.rows?.length).toBeGreaterThan(0);
    expect(await compared("Who is the oldest member?", sheet, "members.csv")).toBe(null);
  });
});

test("names the same winners in whatever order the rows are", async () => {
  const prices = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 6 });
  const orders = fc.array(fc.nat(), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(prices, orders, fc.boolean(), async (values, order, isMost) => {
      const rows = values.map((value, index) => `| Shop ${"ABCDEF"[index]} | £${value} |`);
      const shuffled = rows
        .map((row, index) => ({ row, at: order[index] ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row);
      const table = (lines: readonly string[]): string =>
        `# Shops\n\n| Shop | Price |\n| --- | --- |\n${lines.join("\n")}`;
      const question = `Which shop is the ${isMost ? "dearest" : "cheapest"}?`;
      const labels = async (lines: readonly string[]): Promise<string[] | null> =>
        (await compared(question, table(lines)))?.label.split("; ").sort() ?? null;
      const found = await labels(rows);
      expect(await labels(shuffled)).toEqual(found);
      const best = isMost ? Math.max(...values) : Math.min(...values);
      if (found)
        expect(found).toEqual(
          values.flatMap((value, index) => (value === best ? [`Shop ${"ABCDEF"[index]}`] : [])),
        );
    }),
    { numRuns: 60 },
  );
});
