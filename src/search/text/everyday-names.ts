import type { Span } from "../../core/page.js";
import { termsOf, wordsOf } from "./terms.js";

/**
 * What people call the figures of reports, and what reports call them. Each group says one thing in
 * several ways. Words of other fields have no place here: what a person's own documents call a
 * thing, they say themselves (`AbbreviationBook`).
 */
const groups: readonly (readonly string[])[] = [
  ["revenue", "net revenues", "sales", "net sales", "turnover", "Umsatz", "Umsatzerlöse", "chiffre d'affaires"],
  [
    "employees",
    "headcount",
    "workforce",
    "staff",
    "personnel",
    "people employed",
    "people work",
    "people employ",
    "employ",
    "Mitarbeiter",
    "Beschäftigte",
    "effectif",
  ],
  [
    "capital expenditures",
    "capex",
    "capital spending",
    "purchases of property and equipment",
    "purchases of property, plant and equipment",
    "additions to property and equipment",
    "Investitionen in Sachanlagen",
  ],
  ["net income", "net earnings", "net profit", "profit for the year", "Jahresüberschuss", "Konzernergebnis", "résultat net"],
  ["net loss", "net income (loss)", "Jahresfehlbetrag"],
  ["operating income", "operating profit", "income from operations", "Betriebsergebnis", "résultat opérationnel"],
  ["earnings per share", "EPS", "net income per share", "Ergebnis je Aktie", "bénéfice par action"],
  ["cost of sales", "cost of revenue", "cost of goods sold", "COGS", "Umsatzkosten"],
  ["sales and marketing", "marketing and sales", "selling and marketing"],
  ["research and development", "R&D", "Forschung und Entwicklung"],
  ["selling, general and administrative", "SG&A"],
  ["property, plant and equipment", "PP&E", "property and equipment", "fixed assets", "Sachanlagen"],
  [
    "cash provided by operating activities",
    "cash from operating activities",
    "cash flow from operations",
    "operating cash flow",
    "cash from operations",
  ],
  [
    "repurchases of common stock",
    "share repurchases",
    "stock repurchased",
    "share buyback",
    "stock buyback",
    "buy back",
    "bought back",
  ],
  ["dividends paid", "payments for dividends", "paid in dividends", "pay in dividends", "dividend payments"],
  ["accounts receivable", "trade receivables", "receivables"],
  ["accounts payable", "trade payables", "payables"],
  ["stock-based compensation", "share-based compensation"],
  ["depreciation and amortization", "D&A"],
  ["shareholders' equity", "stockholders' equity", "Eigenkapital", "capitaux propres"],
  ["income taxes", "provision for income taxes", "income tax expense"],
  ["income statement", "statements of operations", "statements of income", "statements of earnings", "profit and loss", "P&L"],
  ["balance sheet", "statement of financial position", "Bilanz", "bilan"],
  ["cash flow statement", "statements of cash flows", "Kapitalflussrechnung"],
];

/** A thing that a text names, and what else it is called. */
export interface EverydayName extends Span {
  readonly others: readonly string[];
}

interface Phrase {
  readonly terms: readonly string[];
  readonly group: readonly string[];
  readonly text: string;
}

/** Words inside names that people leave out or put otherwise. */
const small = new Set(["of", "for", "and", "the", "by", "in", "from"]);

/** All names, those of most words first. */
const phrases: readonly Phrase[] = groups
  .flatMap((group) => group.map((text) => ({ terms: tellingTerms(text), group, text })))
  .sort((a, b) => b.terms.length - a.terms.length);

function tellingTerms(text: string): string[] {
  return termsOf(text, "en", "query").filter((term) => !small.has(term));
}

/** The things of a text that have other names in reports, as far as this knows them; none overlap. */
export function everydayNames(text: string): EverydayName[] {
  const words = wordsOf(text, "en", "query").filter(({ term }) => !small.has(term));
  const found: EverydayName[] = [];
  const taken = new Set<number>();
  for (const { terms, group, text: name } of phrases) {
    for (let from = 0; from + terms.length <= words.length; from++) {
      const some = words.slice(from, from + terms.length);
      const isThere = some.every(({ term }, index) => term === terms[index]);
      if (!isThere || some.some((_, index) => taken.has(from + index))) continue;
      const [first, last] = [some[0], some.at(-1)];
      if (!first || !last) continue;
      some.forEach((_, index) => {
        taken.add(from + index);
      });
      const others = group.filter((other) => other !== name);
      found.push({ start: first.start, end: last.end, others });
    }
  }
  return found;
}
