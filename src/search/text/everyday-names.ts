import type { Span } from "../../core/page.js";
import { termsOf, wordsOf } from "./terms.js";

/**
 * What people call the figures of reports, and what reports call them. Each group says one thing in
 * several ways. Words of other fields have no place here: what a person's own documents call a
 * thing, they say themselves (`AbbreviationBook`).
 */
const groups: readonly (readonly string[])[] = [
  // Income
  [
    "revenue",
    "net revenues",
    "sales",
    "net sales",
    "turnover",
    "top line",
    "Umsatz",
    "Umsatzerlöse",
    "chiffre d'affaires",
  ],
  [
    "net income",
    "net earnings",
    "net profit",
    "profit",
    "profits",
    "earnings",
    "bottom line",
    "profit for the year",
    "Gewinn",
    "Jahresüberschuss",
    "Konzernergebnis",
    "résultat net",
    "bénéfice net",
  ],
  ["net loss", "loss", "losses", "net income (loss)", "Jahresfehlbetrag", "perte nette"],
  ["gross profit", "gross margin", "Bruttogewinn", "marge brute"],
  [
    "operating income",
    "operating profit",
    "income from operations",
    "operating earnings",
    "Betriebsergebnis",
    "résultat opérationnel",
  ],
  [
    "earnings per share",
    "EPS",
    "net income per share",
    "profit per share",
    "Ergebnis je Aktie",
    "bénéfice par action",
  ],
  ["cost of sales", "cost of revenue", "cost of goods sold", "COGS", "Umsatzkosten"],
  ["research and development", "R&D", "R and D", "Forschung und Entwicklung"],
  ["sales and marketing", "marketing and sales", "selling and marketing"],
  [
    "selling, general and administrative",
    "SG&A",
    "selling and administrative",
    "general and administrative",
    "overheads",
  ],
  ["depreciation and amortization", "D&A", "depreciation", "Abschreibungen", "amortissements"],
  ["stock-based compensation", "share-based compensation", "stock compensation"],
  [
    "income taxes",
    "provision for income taxes",
    "income tax expense",
    "taxes",
    "Steuern",
    "impôts",
  ],
  ["effective tax rate", "tax rate", "Steuerquote", "taux d'imposition"],
  ["interest expense", "interest paid", "interest costs", "Zinsaufwand"],
  ["advertising", "advertising expense", "advertising costs", "Werbung"],
  // Balance
  [
    "cash and cash equivalents",
    "cash",
    "cash pile",
    "cash balance",
    "cash on hand",
    "liquide Mittel",
    "trésorerie",
  ],
  ["accounts receivable", "trade receivables", "receivables", "Forderungen"],
  ["accounts payable", "trade payables", "payables", "Verbindlichkeiten"],
  ["inventories", "inventory", "stocks", "Vorräte"],
  [
    "property, plant and equipment",
    "PP&E",
    "property and equipment",
    "fixed assets",
    "Sachanlagen",
  ],
  ["long-term debt", "long term borrowings", "debt", "borrowings", "Schulden", "dettes"],
  [
    "shareholders' equity",
    "stockholders' equity",
    "shareowners' equity",
    "equity",
    "Eigenkapital",
    "capitaux propres",
  ],
  ["deferred revenue", "unearned revenue", "contract liabilities"],
  // Cash flows
  [
    "cash provided by operating activities",
    "cash from operating activities",
    "cash flow from operations",
    "operating cash flow",
    "cash from operations",
  ],
  [
    "capital expenditures",
    "capex",
    "capital spending",
    "purchases of property and equipment",
    "purchases of property, plant and equipment",
    "additions to property and equipment",
    "additions to property, plant and equipment",
    "Investitionen in Sachanlagen",
  ],
  [
    "repurchases of common stock",
    "repurchase of common stock",
    "share repurchases",
    "stock repurchased",
    "share buybacks",
    "stock buybacks",
    "buybacks",
    "buyback",
    "buy back",
    "bought back",
    "Aktienrückkauf",
  ],
  [
    "dividends paid",
    "cash dividends paid",
    "payments for dividends",
    "paid in dividends",
    "pay in dividends",
    "dividend payments",
  ],
  [
    "repayments of long-term debt",
    "repayment of debt",
    "repayments of debt",
    "debt repayments",
    "long-term debt repaid",
    "debt repaid",
    "repaid debt",
    "principal payments on long-term debt",
    "payments on long-term debt",
  ],
  [
    "proceeds from issuance of long-term debt",
    "proceeds from issuance of debt",
    "issuance of debt",
    "debt issued",
    "new debt",
  ],
  ["acquisitions, net of cash acquired", "acquisitions", "takeovers"],
  // What is counted
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
    "salariés",
  ],
  ["members", "memberships", "subscribers", "subscriptions"],
  ["stores", "shops", "retail locations", "Filialen"],
  ["sites", "locations", "facilities", "plants", "Standorte"],
  // Statements
  [
    "income statement",
    "statements of operations",
    "statements of income",
    "statements of earnings",
    "profit and loss",
    "P&L",
  ],
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
