import { inLowerCase } from "../core/index.js";
import { anyOf, firstGroup } from "./any-of.js";
import { currencyKey, isWeight } from "./currencies.js";
import type { NumberInText } from "./find-numbers.js";
import { measureOf } from "./measures.js";
import { percentWords } from "./number-forms.js";

/** Symbols of units as written; those that share a value are the same unit. */
const symbols: Readonly<Record<string, string>> = {
  ...{ "per thousand": "‰", "per ten thousand": "‱", ppm: "ppm", ppb: "ppb", times: "[x×]" },
  ...{ kg: "kg", g: "g", mg: "mg", µg: "[µμ]g|mcg|ug", ng: "ng", pg: "pg", tonnes: "t" },
  ...{ km: "km", m: "m", cm: "cm", mm: "mm", µm: "[µμ]m", nm: "nm", feet: "ft", miles: "mi" },
  ...{ "km²": "km(?:²|2|\\^2)|sq\\.? ?km", "m²": "m(?:²|2|\\^2)|sq\\.? ?m|qm", "cm²": "cm(?:²|2)" },
  ...{ "m³": "m(?:³|3)", "ft²": "sq\\.? ?ft|ft(?:²|2)", ha: "ha", l: "[lL]|ltr", ml: "m[lL]" },
  ...{ cl: "c[lL]", dl: "d[lL]", pounds: "lbs?", ounces: "oz", tsp: "tsp|tsps", tbsp: "tbsps?" },
  ...{ ms: "ms", seconds: "secs?", minutes: "mins?", hours: "h|hrs?" },
  ...{ Wh: "Wh", kWh: "kWh", MWh: "MWh", GWh: "GWh", TWh: "TWh" },
  ...{ W: "W", kW: "kW", MW: "MW", GW: "GW" },
  ...{ V: "V", mV: "mV", kV: "kV", A: "A", mA: "mA", mAh: "mAh", J: "J", kJ: "kJ", kcal: "kcal" },
  ...{ Hz: "Hz", kHz: "kHz", MHz: "MHz", GHz: "GHz", KB: "[kK]B", MB: "MB", GB: "GB", TB: "TB" },
  ...{ "Mbit/s": "Mbit/s|Mbps", "Gbit/s": "Gbit/s|Gbps", "°C": "°? ?C|℃", "°F": "°? ?F|℉", K: "K" },
  ...{
    dB: "dB(?:\\([AC]\\)|A)?",
    bar: "bar",
    mbar: "mbar",
    psi: "psi",
    Pa: "Pa",
    hPa: "hPa",
    kPa: "kPa",
    MPa: "MPa",
  },
  ...{ "km/h": "km/h|kph|kmh", mph: "mph", "m/s": "m/s" },
};

/** Names of units; units of time in the seven languages in which amounts are read. */
const names: Readonly<Record<string, string>> = {
  points:
    "(?:percentage|percent|%)[ -]?points?|points?(?: de pourcentage)?|pp|p\\.p\\.|pts?|(?:prozent)?punkten?|puntos?(?: porcentuales)?|pontos?(?: percentuais)?|punti(?: percentuali)?|(?:процентн\\p{Alpha}+ )?пункт\\p{Alpha}*|п\\.п\\.",
  "per thousand": "per ?mille?|pro ?mille|pour mille|por mil|промилле|per thousand",
  times: "times|-?fold|[- ]?mal|fois|veces|vezes|volte|раз",
  kg: "kilograms?|kilos?|kilogrammes?",
  g: "grams?|grammes?|gramm|gramos?|gramas?|grammi",
  mg: "milligram(?:me)?s?|milligramm",
  µg: "microgram(?:me)?s?|mikrogramm",
  tonnes: "tonnes?|tons?|tonnen?|toneladas?|тонн\\p{Alpha}?",
  pounds: "lbs?\\.",
  ounces: "ounces?",
  km: "kilomet(?:er|re)s?|kilómetros?|quilômetros?|chilometri|километр\\p{Alpha}*",
  m: "met(?:er|re)s?|metern|mètres?|metros?|metri|метр\\p{Alpha}*",
  cm: "centimet(?:er|re)s?|zentimetern?",
  mm: "millimet(?:er|re)s?|millimetern?",
  miles: "miles?",
  feet: "feet|foot",
  inches: "inch(?:es)?",
  yards: "yards?",
  "km²": "square kilomet(?:er|re)s?|quadratkilometern?",
  "m²": "square met(?:er|re)s?|quadratmetern?",
  "ft²": "square (?:feet|foot)",
  "mi²": "square miles?|sq\\.? mi(?:les?)?",
  "m³": "cubic met(?:er|re)s?|kubikmetern?",
  ha: "hectares?|hektar",
  acres: "acres?",
  l: "lit(?:er|re)s?|litern|litros?|litri",
  ml: "millilit(?:er|re)s?|millilitern?",
  gallons: "gallons?",
  cups: "cups?",
  tsp: "teaspoons?",
  tbsp: "tablespoons?",
  dB: "decibels?|dezibel|décibels?|decibelios?",
  seconds: "seconds?|sekunden?|secondes?|segundos?|secondi|секунд\\p{Alpha}?",
  minutes: "minutes?|minuten?|minutos?|minuti|минут\\p{Alpha}?",
  hours: "hours?|stunden?|heures?|horas?|ore|час\\p{Alpha}{0,2}",
  "working days":
    "(?:working|business|bank|school) days?|workdays?|(?:werk|arbeits|schul)tag(?:en?)?|jours? (?:ouvrés?|ouvrables?)|días? (?:hábil(?:es)?|laborables?)",
  "working hours": "(?:working|business|office) hours?|arbeitsstunden?|heures? ouvrées?",
  days: "(?:calendar )?days?|tag(?:en?)?|jours?|días?|dias?|giorn[io]|дней|дня|день",
  weeks: "weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел\\p{Alpha}",
  months: "months?|monat(?:en?)?|mois|mes|meses|mês|mes[ei]|месяц\\p{Alpha}{0,2}",
  years: "years?|jahr(?:en?)?|années?|ans?|años?|anos?|ann[io]|лет|год\\p{Alpha}?",
  Wh: "watt-?hours?",
  kWh: "kilowatt-?hours?",
  kW: "kilowatts?",
  MW: "megawatts?",
  KB: "kilobytes?",
  MB: "megabytes?",
  GB: "gigabytes?",
  TB: "terabytes?",
  "°C": "(?:°|degrees?) ?(?:celsius|c|centigrade)|grad celsius",
  "°F": "(?:°|degrees?) ?(?:fahrenheit|f)",
  things:
    "people|persons?|employees|workers|stores|shops|shares|customers|members|users|countries|cities|patients|students|pupils|children|adults|men|women|subscribers|voters|inhabitants|mitarbeiter\\p{Alpha}*|personen|einwohner|kunden|filialen|aktien|personnes|salariés|actions|personas|empleados|acciones|pessoas|funcionários|ações|persone|dipendenti|azioni|человек",
};

/** The names of units of time, as a regular expression source. */
export const unitsOfTime: string = Object.entries(names)
  .flatMap(([unit, forms]) => (measureOf(unit) === "time" ? [forms] : []))
  .join("|");

const notInWord = "(?![\\p{Alpha}\\p{N}²³^])";
const unitNamed = new RegExp(`^[ \\u00a0\\u202f-]?${anyOf(Object.values(names))}${notInWord}`, "u");
const unitSymbol = new RegExp(
  `^[ \\u00a0\\u202f-]?${anyOf(Object.values(symbols))}${notInWord}`,
  "u",
);

/** The unit at the beginning of a text; names before symbols. */
function unitAt(text: string): string | undefined {
  if (!mayBeUnit.test(text)) return undefined;
  return (
    Object.keys(names)[firstGroup(unitNamed.exec(inLowerCase(text)))] ??
    Object.keys(symbols)[firstGroup(unitSymbol.exec(text))]
  );
}

const mayBeUnit = /^[ \u00a0\u202f-]?[\p{Alpha}%‰‱°℃℉×]/u;

/** Text between a number and the next one with the same unit: "5 to 7 %", "20–30 mg". */
const sharing =
  /^ ?(?:\(\d[\d.,]*\)|(?:[-–—/]|to|and|or|bis|und|oder|à|et|ou|a|al|y|o|e|до|и) ?\p{Sc}?\d[\d.,]*)/u;
const percents = new RegExp(`^[ \\u00a0\\u202f]?(?:[%％]|(?:${percentWords})(?!\\p{Alpha}))`, "iu");
const pointsBehind =
  /^[ -]?(?:points?|pp|punkte?n?|puntos|pontos|punti|пункт\p{Alpha}*)(?!\p{Alpha})/iu;

/**
 * Returns the unit of a number in a text, as one word for all spellings: "%", "points" of percent,
 * "mg", "days", "money", or "things" that are counted; null if the text names none, or an unknown
 * one. Both numbers of "5 and 7 percent" are percentages.
 */
export function unitOf({ span, percent, currency }: NumberInText, text: string): string | null {
  let after = text.slice(span.end, span.end + 60);
  if (percent) return pointsBehind.test(after) || /^%/.test(after) ? "points" : "%";
  // The word is also a weight.
  if (currency !== null && isWeight(currency)) return null;
  if (currency !== null) return currencyKey(currency) === "basis points" ? "basis points" : "money";
  for (let next = 0; next < 4; next++) {
    if (percents.test(after))
      return pointsBehind.test(after.replace(percents, "")) ? "points" : "%";
    const unit = unitAt(after);
    if (unit) return unit;
    const shared = sharing.exec(after)?.[0];
    if (shared === undefined) return null;
    after = after.slice(shared.length);
  }
  return null;
}
