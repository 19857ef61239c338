/** The quantities that can be measured, each with its units. */
export type Measure =
  | "time"
  | "length"
  | "weight"
  | "temperature"
  | "money"
  | "speed"
  | "pressure"
  | "power"
  | "memory"
  | "volume";

/** Units as `unitOf` names them. */
const unitsOf: Readonly<Record<Measure, readonly string[]>> = {
  time: ["ms", "seconds", "minutes", "hours", "days", "weeks", "months", "years"],
  length: ["km", "m", "cm", "mm", "µm", "nm", "miles", "yards", "feet", "inches"],
  weight: ["kg", "g", "mg", "µg", "ng", "tonnes", "pounds", "ounces"],
  temperature: ["°C", "°F", "K"],
  money: ["money"],
  speed: ["km/h", "mph", "m/s"],
  pressure: ["bar", "mbar", "psi", "Pa", "hPa", "kPa", "MPa"],
  power: ["W", "kW", "MW", "GW", "V", "kV", "A", "mA", "mAh", "Wh", "kWh", "MWh", "GWh"],
  memory: ["KB", "MB", "GB", "TB"],
  volume: ["l", "ml", "cl", "dl", "m³", "gallons", "cups", "tsp", "tbsp"],
};

const measureOfUnit: ReadonlyMap<string, Measure> = new Map(
  (Object.keys(unitsOf) as Measure[]).flatMap((measure) =>
    unitsOf[measure].map((unit) => [unit, measure] as const),
  ),
);

/** Returns what a unit named by `unitOf` measures; null for counts and shares. */
export function measureOf(unit: string | null): Measure | null {
  return unit === null ? null : (measureOfUnit.get(unit) ?? null);
}

/** Words that ask for a measure, in English, German, French and Spanish. */
const asked: readonly (readonly [Measure, RegExp])[] = [
  [
    "time",
    /(?<!\p{L})(?:how (?:long|soon|quickly|often|frequently|old|(?:far|long|early) (?:in advance|ahead|before)|many (?:seconds|minutes|hours|days|weeks|months|years))|(?:what|which) (?:age|duration|deadline)|(?:notice|waiting|retention|warranty|trial|validity) periods?|wie (?:lange|oft|bald|alt)|combien de temps|quel âge|cuánto (?:tiempo|dura)|qué edad)(?!\p{L})/iu,
  ],
  // "How long does it keep" asks for a time only; "how long is it" and "how long must it be" may not.
  [
    "length",
    /(?<!\p{L})(?:how (?:long(?! (?:do|does|did|has|have|had|can|could|will|would|may|might|must|shall|should)(?!\p{L})(?!.{1,100}(?<!\p{L})be\W*$))|far|tall|deep|high|wide|thick|large|big|small|close|near|much (?:longer|higher|lower|deeper|taller|wider))|(?:what|which) (?:distance|height|length|depth|width|elevation|altitude|range|diameter)|wie (?:lang|weit|hoch|tief|breit|groß)|quelle (?:distance|hauteur|longueur|profondeur|largeur)|qué (?:distancia|altura|longitud|profundidad|anchura))(?!\p{L})/iu,
  ],
  [
    "weight",
    /(?<!\p{L})(?:how heavy|weighs?|weights?|what mass|wie schwer|wiegt|gewicht|poids|pèsent?|pesan?|peso)(?!\p{L})/iu,
  ],
  [
    "temperature",
    /(?<!\p{L})(?:how (?:hot|warm|cold|cool)|temperatures?|wie (?:heiß|warm|kalt)|temperatur(?:en|a|e)?|températures?)(?!\p{L})/iu,
  ],
  [
    "money",
    /(?<!\p{L})(?:prices?|costs?|fees?|fines?|penalt(?:y|ies)|salar(?:y|ies)|wages?|rent|deposits?|premiums?|(?:how much|what(?: is|['’]s) the (?:most|least)) .{0,60}(?:pay|pays|paid|charged?|spen[dt]|ow(?:e|es|ed)|earn(?:s|ed)?|worth|money)|how expensive|wie teuer|preise?|kosten|kostet|gebühr(?:en)?|miete|prix|coûtent?|tarifs?|frais|loyer|precios?|cuestan?|tarifas?|alquiler)(?!\p{L})/iu,
  ],
  [
    "speed",
    /(?<!\p{L})(?:how fast|speeds?|wie schnell|geschwindigkeit|vitesse|velocidad)(?!\p{L})/iu,
  ],
  ["pressure", /(?<!\p{L})(?:pressures?|luftdruck|druck|pression|presión)(?!\p{L})/iu],
  [
    "power",
    /(?<!\p{L})(?:voltage|wattage|amperage|how (?:powerful|strong)|(?:energy|power|electricity) (?:use|consumption|output)|battery capacity)(?!\p{L})/iu,
  ],
  [
    "memory",
    /(?<!\p{L})(?:memory|ram|storage|disk space|how (?:large|big|small)|speicher|mémoire|memoria)(?!\p{L})/iu,
  ],
  [
    "volume",
    /(?<!\p{L})(?:volumes?|how many (?:lit(?:er|re)s|gallons|cups)|how much (?:water|milk|fuel|oil|gas))(?!\p{L})/iu,
  ],
];

/** Returns the measures that a question may ask for, judging by its words. */
export function measuresAsked(question: string): ReadonlySet<Measure> {
  return new Set(asked.flatMap(([measure, words]) => (words.test(question) ? [measure] : [])));
}
