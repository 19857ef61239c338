import { word } from "./comparison.js";
import { bareText, choosing } from "./condition.js";
import { type AskedRows, rowsAsked } from "./superlative.js";

/** A question for the total or the average of a column, perhaps of some rows only. */
export interface AggregateQuestion extends AskedRows {
  readonly way: "total" | "average";
}

const total = word(
  "in (?:total|all)|altogether|all together|combined|(?:the )?(?:grand |overall )?totals?(?: amount)?(?: of)?|(?:the )?sum of|add(?:ed|s)? up(?: to)?|insgesamt|zusammen|gesamt|(?:die )?summe(?: der| aller)?|gesamt(?:betrag|summe)|en tout|au total|(?:la )?somme(?: des)?|le total des?|en total|(?:la )?suma de|el total de",
);
const average = word(
  "(?:on |the |an )?average(?: of)?|the mean|durchschnitt(?:lich\\p{Alpha}*)?|im (?:durch)?schnitt|mittelwert|(?:la |en )?moyennes?(?: des)?|moyens?|(?:el |de |en )?promedio(?: de)?|la media(?: de)?|de media",
);

/** Wording for the number of rows, for other numbers than all of a column, and for other conditions. */
const asksOther = word(
  "number|count|how many|anzahl|wie ?viele|nombre|combien de|número|cuánt[oa]s|without|except|excluding|not|no|never|before|after|between|since|than|over|above|under|below|at least|at most|ohne|außer|nicht|kein\\p{Alpha}*|vor|nach|zwischen|seit|über|unter|sans|sauf|pas|avant|après|entre|depuis|sin|excepto|antes|después|desde|highest|lowest|most|least|difference|change|share|percent(?:age)?",
);

/** Reads a question for a total or an average; null for all others. */
export function readAggregate(question: string): AggregateQuestion | null {
  const text = bareText(question);
  const forms = { total, average };
  const [way, other] = (["total", "average"] as const).filter((each) => forms[each].test(text));
  if (!way || other || asksOther.test(text) || choosing.test(text)) return null;
  const rest = text.replace(forms[way], " ");
  return { way, ...rowsAsked(question, { rest, behind: rest }) };
}
