import type { Statement } from "./names.js";

/** Statements with patterns of the names that questions and titles give them. */
const names: readonly (readonly [RegExp, Statement])[] = [
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:cash[\s-]+flows?\s+statements?|statements?\s+of\s+(?:consolidated\s+)?cash\s+flows?|Kapitalflussrechnung)/iu,
    "cash",
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:balance\s+sheets?|statements?\s+of\s+(?:consolidated\s+)?financial\s+(?:position|condition)|(?:konzern)?bilanz|bilan)(?![a-zß-ɏḀ-ỿ])/iu,
    "balance",
  ],
  [
    /(?<![a-zß-ɏḀ-ỿ])(?:income\s+statements?|statements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings|profit)|profit\s+(?:and|or|&)\s+loss|P ?& ?L|Gewinn-\s?und\s+Verlustrechnung)(?![a-zß-ɏḀ-ỿ])/iu,
    "income",
  ],
];

export function statementsIn(text: string): readonly Statement[] {
  return names.filter(([form]) => form.test(text)).map(([, statement]) => statement);
}

/** The statement that a text names; null if it names none, or several. */
export function statementIn(text: string): Statement | null {
  const [first = null, ...others] = statementsIn(text);
  return others.length === 0 ? first : null;
}

const wholeTitle =
  /consolidated\s+(?:(?:condensed|comprehensive)\s+)?(?:statements?\s+of\s+(?:operations|income|earnings|cash|comprehensive|profit|financial)|balance\s+sheets?|income\s+statements?|cash\s+flows?)|(?:income|cash\s+flows?)\s+statements|statements?\s+of\s+(?:operations|income|earnings|cash\s+flows)|balance\s+sheets|Gewinn-\s?und\s+Verlustrechnung|Kapitalflussrechnung|(?:Konzern)?bilanz/iu;

/** True if a title is that of a whole company's statement. */
export function isStatementTitle(title: string): boolean {
  return wholeTitle.test(title);
}

/** Titles of tables about a part of a company, or with figures that are in no statement. */
export const partTitle: RegExp =
  /pro\s?forma|parent(?:\s+company)?|guarantor|obligor|non-gaap|adjusted|reconciliation|segment|quarterly|supplement|schedule\s+[IV]+|condensed\s+financial\s+information|discontinued/iu;
