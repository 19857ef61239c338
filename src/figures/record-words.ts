import { word } from "./comparison.js";

/** Words for entries of any list. */
const ofLists = word(
  "entry|entries|records?|rows?|lines?|einträge?|zeilen?|datensätze?|entrées?|lignes?|entradas?|filas?|registros?",
);
/** Words for what is paid or bought, in a list with dates and amounts. */
const ofPayments = word(
  "turnover|takings|umsatz|purchases?|purchased|buys?|bought|orders?|ordered|expenses?|spending|spen[dt]s?|payments?|transactions?|bookings?|booked|items?|käufe?|einkäufe?|gekauft|ausgaben|ausgegeben|zahlungen|buchungen|posten|bestellungen|achats?|acheté(?:e?s)?|dépenses?|dépensé|paiements?|opérations?|commandes?|compras?|comprado|compramos|gastos?|gastado|gastamos|pagos?|operaciones|pedidos",
);
/** Words for anybody, and for what everybody in a list of people does. */
const ofPeople = word(
  "people|persons?|works?|worked|working|leute|personen|arbeite(?:n|t)|gearbeitet|personnes|gens|travaill(?:e|ent|é)|personas|gente|trabajan?|trabajado",
);

/** Words for those who work somewhere, in a list of them. */
const ofStaff = word(
  "company|firm|business|firma|entreprise|empresa|employees?|staff|colleagues?|workers?|personnel|mitarbeiter(?:in|innen)?|angestellten?|beschäftigten?|kolleg(?:en|innen)|employés?|salariés?|collègues?|empleados?|trabajador(?:es)?",
);

/** What the rows of a list are. */
export interface RecordsOf {
  /** Rows with a date and an amount. */
  readonly payments: boolean;
  /** Rows that are named by people, */
  readonly people: boolean;
  /** …who work somewhere. */
  readonly staff: boolean;
}

/** True for a word that names the rows of a list, or what is done in each, and nothing more. */
export function namesRecords(text: string, { payments, people, staff }: RecordsOf): boolean {
  return (
    ofLists.test(text) ||
    (payments && ofPayments.test(text)) ||
    (people && ofPeople.test(text)) ||
    (staff && ofStaff.test(text))
  );
}

/** Words for work in heads of columns and titles. */
const ofWork = word(
  "employees?|staff|personnel|payroll|salar(?:y|ies)|wages?|job title|position|department|mitarbeiter(?:liste)?|personal(?:liste)?|gehalt|abteilung|stelle|employés?|salaires?|poste|service|empleados?|salarios?|sueldos?|puesto|departamento",
);

/** True if heads or a title say that people in a list work somewhere. */
export function isOfWork(text: string): boolean {
  return ofWork.test(text);
}
