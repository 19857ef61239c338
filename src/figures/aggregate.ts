import { word } from "./comparison.js";
import { bareText, choosing } from "./condition.js";
import { type AskedRows, rowsAsked } from "./superlative.js";

/** A question for the total or the average of a column, perhaps of some rows only. */
export interface AggregateQuestion extends AskedRows {
  readonly way: "total" | "average";
  /**
   * True if it is a total only over a list of events: "How much did we spend on paint?", "How many
   * hours did Ines work?"
   */
  readonly isImplied: boolean;
  /** True if it asks how many, which no money answers. */
  readonly isCounting: boolean;
}

const total = word(
  "in (?:total|all)|altogether|all together|combined|(?:the )?(?:grand |overall )?totals?(?: amount)?(?: of)?|(?:the )?sum of|add(?:ed|s)? up(?: to)?|insgesamt|zusammen|gesamt|(?:die )?summe(?: der| aller)?|gesamt(?:betrag|summe)|en tout|au total|(?:la )?somme(?: des)?|le total des?|en total|(?:la )?suma de|el total de",
);
const average = word(
  "(?:on |the |an )?average(?: of)?|the mean|durchschnitt(?:lich\\p{Alpha}*)?|im (?:durch)?schnitt|mittelwert|(?:la |en )?moyennes?(?: des)?|moyens?|(?:el |de |en )?promedio(?: de)?|la media(?: de)?|de media",
);

/** What payments in a list may add up to. */
const paid = word(
  "spen[dt]|pay|paid|cost|raised?|receive|received|earn|earned|sell|sold|donated?|g[ai]ve|given|ausgegeben|bezahlt|gezahlt|gekostet|eingenommen|gespendet|dépensé|payé|coûté|reçu|donné|gastado|gastamos|pagado|pagamos|costado|recibido|donado",
);
const howMuch =
  /^(?:and )?(?:how much(?: money)?|what(?= (?:did|do|does|have|has) .{1,60} (?:spen[dt]|pay|paid|cost)(?! for(?![a-zß-ɏḀ-ỿ])))|was(?= (?:haben|hat) .{1,60} (?:bezahlt|gezahlt|ausgegeben|gekostet))|wie ?viel(?: geld)?|combien(?: d['’]argent)?|¿?cuánto(?: dinero)?)(?![a-zß-ɏḀ-ỿ])/iu;
/** "Quel est le salaire moyen" asks for the number, and not for one of several. */
const asksIt = /^¿?(?:quel(?:le)? (?:est|était)|cuál (?:es|fue)|welche[rs]? (?:ist|war)) /iu;
/** The number of what a column has. */
const howMany = /^(?:how many|wie ?viele|combien d(?:e |['’])|¿?cuánt[oa]s)(?![a-zß-ɏḀ-ỿ])/iu;

/** Wording for the number of rows, for other numbers than all of a column, and for other conditions. */
const asksOther = word(
  "per|each|je|jede[rns]?|pro|par|por|a (?:day|week|month|year)|number|count|anzahl|nombre|número|without|except|excluding|not|no|never|before|after|between|since|than|over|above|under|below|at least|at most|ohne|außer|nicht|kein\\p{Alpha}*|vor|nach|zwischen|seit|über|unter|sans|sauf|pas|avant|après|entre|depuis|sin|excepto|antes|después|desde|highest|lowest|most|least|difference|change|share|percent(?:age)?",
);

/** Reads a question for a total or an average; null for all others. */
export function readAggregate(question: string): AggregateQuestion | null {
  const text = bareText(question);
  const forms = { total, average };
  const [stated, other] = (["total", "average"] as const).filter((each) => forms[each].test(text));
  const isCounting = howMany.test(text);
  const isImplied = stated === undefined && (isCounting || (howMuch.test(text) && paid.test(text)));
  const way = stated ?? (isImplied ? "total" : null);
  const body = text.replace(howMany, " ");
  if (!way || other || (choosing.test(text) && !asksIt.test(text))) return null;
  const rest = isImplied ? body : body.replace(forms[way], " ");
  const asked = rowsAsked(question, { rest, behind: rest });
  if (asksOther.test(asked.time ? body.replace(asked.time.text, " ") : body)) return null;
  return { way, isImplied, isCounting, ...asked };
}
