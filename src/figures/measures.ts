import { inLowerCase } from "../core/index.js";

/** The quantities that can be measured, each with its units. */
export type Measure =
  | "time"
  | "length"
  | "area"
  | "weight"
  | "temperature"
  | "money"
  | "speed"
  | "pressure"
  | "power"
  | "sound"
  | "memory"
  | "volume";

/**
 * Units as `unitOf` names them, with the factor that converts each to the first of those that have
 * one. Units without one are compared only with themselves, because they measure different things,
 * are not proportional, or differ between countries.
 */
const unitsOf: Readonly<Record<Measure, Readonly<Record<string, number | null>>>> = {
  time: {
    ...{ seconds: 1, ms: 0.001, minutes: 60, hours: 3_600, days: 86_400, weeks: 604_800 },
    ...{ months: 2_629_800, years: 31_557_600, "working days": null, "working hours": null },
  },
  length: {
    ...{ m: 1, km: 1_000, cm: 0.01, mm: 0.001, µm: 1e-6, nm: 1e-9 },
    ...{ miles: 1_609.344, yards: 0.9144, feet: 0.3048, inches: 0.0254 },
  },
  area: { "m²": null, "cm²": null, "km²": null, ha: null, "ft²": null, "mi²": null, acres: null },
  weight: {
    ...{ kg: 1, g: 0.001, mg: 1e-6, µg: 1e-9, ng: 1e-12 },
    ...{ tonnes: 1_000, pounds: 0.453_592_37, ounces: 0.028_349_523_125 },
  },
  temperature: { "°C": null, "°F": null, K: null },
  money: { money: null },
  speed: { "km/h": 1, mph: 1.609_344, "m/s": 3.6 },
  pressure: { bar: 1, mbar: 0.001, psi: 0.068_947_6, Pa: 1e-5, hPa: 0.001, kPa: 0.01, MPa: 10 },
  power: {
    ...{ W: null, kW: null, MW: null, GW: null, V: null, kV: null, A: null, mA: null },
    ...{ mAh: null, Wh: null, kWh: null, MWh: null, GWh: null },
  },
  sound: { dB: null },
  memory: { KB: 1, MB: 1e3, GB: 1e6, TB: 1e9 },
  volume: {
    ...{ l: 1, ml: 0.001, cl: 0.01, dl: 0.1, "m³": 1_000 },
    ...{ gallons: null, cups: null, tsp: null, tbsp: null },
  },
};

const measureOfUnit: ReadonlyMap<string, Measure> = new Map(
  (Object.keys(unitsOf) as Measure[]).flatMap((measure) =>
    Object.keys(unitsOf[measure]).map((unit) => [unit, measure] as const),
  ),
);

/** Returns what a unit named by `unitOf` measures; null for counts and shares. */
export function measureOf(unit: string | null): Measure | null {
  return unit === null ? null : (measureOfUnit.get(unit) ?? null);
}

/** The factor that makes amounts in this unit and others of its measure comparable, if it has one. */
export function factorOf(unit: string): number | null {
  const measure = measureOf(unit);
  return measure && (unitsOf[measure][unit] ?? null);
}

/** Words that ask for a measure, in English, German, French and Spanish, in lower case. */
const asked: readonly (readonly [Measure, RegExp])[] = [
  [
    "time",
    /(?<!\p{Alpha})(?:how (?:long|soon|quickly|often|frequently|old|(?:far|long|early) (?:in advance|ahead|before)|many (?:seconds|minutes|hours|days|weeks|months|years))|(?:what|which) (?:age|duration|deadline)|(?:notice|waiting|retention|warranty|trial|validity) periods?|wie (?:lange|oft|häufig|bald|alt)|combien de (?:temps|fois)|quel âge|cuánto (?:tiempo|dura|tarda|hay que esperar)|cuántas veces|qué edad)(?!\p{Alpha})/u,
  ],
  // German "wie hoch" asks for a height, an amount of money or a percentage, and so for none of them.
  // "How long does it keep" asks for a time only; "how long is it" and "how long must it be" may not.
  [
    "length",
    /(?<!\p{Alpha})(?:how (?:long(?! (?:do|does|did|has|have|had|can|could|will|would|may|might|must|shall|should)(?!\p{Alpha})(?!.{1,100}(?<!\p{Alpha})be\W*$))|far|tall|deep|high|wide|thick|large|big|small|close|near|much (?:longer|higher|lower|deeper|taller|wider))|(?:what|which) (?:distance|height|length|depth|width|elevation|altitude|range|diameter)|wie (?:lang|weit|tief|breit|groß)|quelle (?:distance|hauteur|longueur|profondeur|largeur)|qué (?:distancia|altura|longitud|profundidad|anchura))(?!\p{Alpha})/u,
  ],
  [
    "area",
    /(?<!\p{Alpha})(?:(?:what|which)(?: is| was|['’]s)?(?: the)? (?:\p{Alpha}{2,20} )?area(?= (?:of|does|do|is|has)(?!\p{Alpha}))|how (?:large|big|many (?:square|acres|hectares|(?:\p{Alpha}{2,20} )?acres))|wie groß|wie ?viele (?:quadrat|hektar)|welche fläche|quelle (?:superficie|surface)|qué superficie)(?!\p{Alpha})/u,
  ],
  [
    "weight",
    /(?<!\p{Alpha})(?:how heavy|weighs?|weights?|what mass|wie schwer|wiegt|gewicht|poids|pèsent?|pesan?|peso)(?!\p{Alpha})/u,
  ],
  [
    "temperature",
    /(?<!\p{Alpha})(?:how (?:hot|warm|cold|cool)|temperatures?|how many degrees|wie (?:heiß|warm|kalt|viele? grad)|wieviele? grad|combien de degrés|cuántos grados|temperatur(?:en|a|e)?|températures?)(?!\p{Alpha})/u,
  ],
  [
    "money",
    /(?<!\p{Alpha})(?:prices?|costs?|fees?|fines?|penalt(?:y|ies)|salar(?:y|ies)|wages?|rent|deposits?|premiums?|(?:how much|what(?: is|['’]s) the (?:most|least)) .{0,60}(?:pay|pays|paid|charged?|spen[dt]|ow(?:e|es|ed)|earn(?:s|ed)?|worth|money)|what (?:do|does|did) .{2,60} (?:earn|spend on)|how much money|how expensive|wie ?viel geld|combien d['’]argent|cuánto dinero|wie ?viel.{0,60}(?<!\p{Alpha})(?:be)?zahl(?:en|e|t|st)|combien .{0,60}(?<!\p{Alpha})(?:pay(?:er|ez|ons|es?|ent)|paie(?:nt|s)?)|cuánto .{0,60}(?<!\p{Alpha})pag(?:ar|a|an|o|amos|as)|wie teuer|preise?|kosten|kostet|gebühr(?:en)?|miete|prix|coûte(?:nt|ra|r)?|tarifs?|frais|loyer|precios?|cuestan?|tarifas?|alquiler)(?!\p{Alpha})/u,
  ],
  [
    "speed",
    /(?<!\p{Alpha})(?:how fast|speeds?|wie schnell|geschwindigkeit|vitesse|velocidad)(?!\p{Alpha})/u,
  ],
  [
    "pressure",
    /(?<!\p{Alpha})(?:(?<!(?<!\p{Alpha})(?:to|under) (?:the )?)pressures?|luftdruck|druck|pression|presión)(?!\p{Alpha})/u,
  ],
  [
    "power",
    /(?<!\p{Alpha})(?:voltage|wattage|amperage|how (?:powerful|strong)|(?:energy|power|electricity) (?:use|consumption|output)|battery capacity)(?!\p{Alpha})/u,
  ],
  [
    "sound",
    /(?<!\p{Alpha})(?:how (?:loud|noisy|quiet)|(?:noise|sound) levels?|wie (?:laut|leise)|lautstärke|niveau (?:sonore|de bruit)|nivel de ruido)(?!\p{Alpha})/u,
  ],
  [
    "memory",
    /(?<!\p{Alpha})(?:memory|ram|storage|disk space|how (?:large|big|small)|speicher|mémoire|memoria)(?!\p{Alpha})/u,
  ],
  [
    "volume",
    /(?<!\p{Alpha})(?:volumes?|how many (?:lit(?:er|re)s|gallons|cups)|how much (?:water|milk|fuel|oil|gas))(?!\p{Alpha})/u,
  ],
];

/** Returns the measures that a question may ask for, judging by its words. */
export function measuresAsked(question: string): ReadonlySet<Measure> {
  const text = inLowerCase(question);
  return new Set(asked.flatMap(([measure, words]) => (words.test(text) ? [measure] : [])));
}
