import { type AskedTime, timeAsked } from "./asked-time.js";
import { earningWords, highWords, lowWords, word } from "./comparison.js";
import type { QuantityKind } from "./quantities.js";
import { readQuestion, wordKey } from "./question.js";

/** What a word may ask for, and the heads of columns that have it. */
export interface Sense {
  readonly kind: QuantityKind;
  /** Words of questions that name it. */
  readonly words: RegExp;
  readonly heads: RegExp;
}

/** A quantity by which a superlative may compare: "dearest" is the highest price. */
export interface ComparedQuantity {
  /** Null for any quantity, which other words must name: "the highest". */
  readonly sense: Sense | null;
  readonly way: "highest" | "lowest";
  /** True if it counts only where nothing is of the others: "soonest" is a date, else a time. */
  readonly isSecond: boolean;
}

export interface AskedRows {
  /** Keys of the words right behind "which" or "what", which may say what is compared. */
  readonly things: readonly string[];
  readonly asksWho: boolean;
  /** True if a time is asked for: "When was the last service?" */
  readonly asksWhen: boolean;
  /** The words that the table must account for. */
  readonly words: readonly AskedWord[];
  /** The time that the words name, and the keys of its words; null if they name none or several. */
  readonly time: (AskedTime & { readonly keys: readonly string[] }) | null;
}

/** A question for the one of several that has the most or the least, in everyday words. */
export interface SuperlativeQuestion extends AskedRows {
  /** What the superlative may compare by; "fastest" is the least time or the highest speed. */
  readonly by: readonly ComparedQuantity[];
}

export interface AskedWord {
  readonly text: string;
  readonly key: string;
  /** What the word may name by itself: a payment for "pays". */
  readonly senses: readonly Sense[];
  /** True if the table need not account for it: "takes". */
  readonly isOptional: boolean;
}

function sense(kind: QuantityKind, words: string, heads: string): Sense {
  return { kind, words: word(words), heads: word(heads) };
}

type SenseName =
  | "price"
  | "payment"
  | "earnings"
  | "debt"
  | "duration"
  | "date"
  | "past"
  | "birth"
  | "age"
  | "length"
  | "weight"
  | "temperature"
  | "speed"
  | "energy"
  | "sound"
  | "worth";

/** Senses in English, German, French and Spanish. */
export const senses: Readonly<Record<SenseName, Sense>> = {
  price: sense(
    "money",
    "costs?|costing|charge[sd]?|asks?|asked|kosten|kostet|gekostet|coûtent|coûte|coûté|cuestan?|costado",
    "prices?|costs?|charges?|fees?|fares?|rents?|hire|amounts?|tariffs?|premiums?|tolls?|rates?|limits?|preise?|kosten|gebühr(?:en)?|betrag|miete|tarife?|prix|coûts?|frais|montants?|tarifs?|loyer|precios?|costes?|costos?|tarifas?|importes?|alquiler",
  ),
  payment: sense(
    "money",
    "pays?|paid|paying|money|cash|spen[dt]s?|sells?|sold|verkauft|vendu|vendido|geld|zahlt|bezahlt|gezahlt|zahlen|ausgegeben|argent|paie|payer|payé|dépensé|dinero|paga|pagan|pagado|gastado|gastamos",
    "pay|pays|paid|payments?|amounts?|expenses?|spent|spending|ausgaben?|dépenses?|gastos?|fees?|costs?|charges?|subscriptions?|contributions?|premiums?|rents?|taxe?s?|beitrag|beiträge|gebühr(?:en)?|betrag|gezahlt|cotisations?|montants?|frais|cuotas?|importes?|pagos?",
  ),
  worth: sense("money", "worth|wert|vaut|valent|valen?", "values?|worth|wert|valeur|valor"),
  earnings: sense(
    "money",
    "earn(?:s|ed|ing)?|verdient|verdienen|gagne|gagnent|gagné|ganan?",
    earningWords,
  ),
  debt: sense(
    "money",
    "owe[sd]?|owing|schuldet|doit|debe",
    "owed|owing|outstanding|due|unpaid|arrears|debts?|offen|schulden|dû|deuda|pendiente",
  ),
  duration: sense(
    "time",
    "takes?|time|lasts?|lasted|keeps?|waits?|waited|zeit|dauert|hält|temps|dure|prend|tiempo|dura|tarda",
    "times?|durations?|hours?|minutes?|stunden|minuten|heures?|horas?|minutos?|long|longer|takes?|waits?|waiting|keeps?|keep|lasts?|periods?|terms?|zeit|dauer|lange?|fristen|frist|durées?|temps|délais?|duración|tiempo|plazos?",
  ),
  date: sense(
    "date",
    "when|dates?|join(?:s|ed)?|start(?:s|ed)?|begins?|began|due|fällig|vencen?|datum|beigetreten|depuis|desde",
    "dates?|days?|when|since|by|due|deadlines?|time|years?|joined|started|datum|tag|seit|bis|jahr|frist|jour|depuis|année|échéance|fecha|día|desde|año|plazo",
  ),
  past: sense(
    "date",
    "newly",
    "dates?|days?|when|since|years?|joined|started|datum|tag|seit|jahr|jour|depuis|année|fecha|día|desde|año",
  ),
  birth: sense(
    "date",
    "born|built|founded",
    "born|birth|built|founded|established|made|opened|years?|geboren|geburt\\p{Alpha}*|gebaut|baujahr|jahr|né|naissance|construit|année|nacimiento|construid[oa]|año",
  ),
  age: sense("time", "age|aged|alter|âge|edad", "ages?|aged|alter|âge|edad"),
  length: sense(
    "length",
    "length|height|width|depth|distance",
    "length|height|width|depth|distance|thickness|länge|höhe|breite|tiefe|entfernung|longueur|hauteur|largeur|profondeur|distance|longitud|altura|anchura|profundidad|distancia",
  ),
  weight: sense(
    "weight",
    "loads?|weights?|weigh(?:s|ed)?",
    "weights?|loads?|mass|gewicht|last|poids|charge|peso|carga",
  ),
  temperature: sense(
    "temperature",
    "temperatures?",
    "temperatures?|temp|temperatur(?:en)?|températures?|temperaturas?",
  ),
  speed: sense("speed", "speeds?", "speeds?|geschwindigkeit|vitesse|velocidad"),
  sound: sense(
    "sound",
    "loud|noisy|noise|laut|bruyante?s?|ruidos[oa]s?",
    "noise|sound|loudness|volume|geräusch(?:pegel)?|lautstärke|schallpegel|bruit|niveau sonore|ruido",
  ),
  energy: sense(
    "power",
    "electricity|energy|power|strom|energie|électricité|énergie|electricidad|energía",
    "electricity|energy|power|consumption|strom|energie|verbrauch|électricité|énergie|consommation|electricidad|energía|consumo",
  ),
};

/** True if a column of quantities of a kind has this sense; a head that is missing says nothing. */
export function hasSense(
  { kind, heads }: Sense,
  head: string,
  quantity: QuantityKind | null,
): boolean {
  return kind === quantity && (head === "" || heads.test(head));
}

type Way = ComparedQuantity["way"];
const by = (way: Way, ...compared: readonly Sense[]): readonly ComparedQuantity[] =>
  compared.map((each) => ({ sense: each, way, isSecond: false }));
const most = (...compared: readonly Sense[]) => by("highest", ...compared);
const least = (...compared: readonly Sense[]) => by("lowest", ...compared);
const { price, duration, length, date, past, birth, age, weight, temperature, speed, sound } =
  senses;

/** What "last" and "first" belong to in names of times and things, which are not superlatives. */
const notNamed =
  "(?! (?:years?|months?|weeks?|days?|hours?|nights?|quarter|half|time|names?|class|aid|floor|of all|\\p{N}))";

/** Superlatives with what they compare by, in English, German, French and Spanish. */
const superlatives: readonly (readonly [RegExp, readonly ComparedQuantity[]])[] = [
  [
    word(
      "dearest|most expensive|costliest|most costly|priciest|teuersten?|teuerste[rs]|(?:le|la|les) plus ch(?:er|ère)s?|más car[oa]s?",
    ),
    most(price),
  ],
  [
    word(
      "cheapest|least expensive|least costly|billigsten?|billigste[rs]|günstigsten?|günstigste[rs]|(?:le|la|les) moins ch(?:er|ère)s?|más (?:barat[oa]|económic[oa])s?",
    ),
    least(price),
  ],
  [
    word(
      "longest|längsten?|längste[rs]|(?:le|la|les) plus long(?:ue)?s?|le plus longtemps|más larg[oa]s?|más tiempo",
    ),
    most(duration, length),
  ],
  [
    word("shortest|briefest|kürzesten?|kürzeste[rs]|(?:le|la|les) plus courte?s?|más cort[oa]s?"),
    least(duration, length),
  ],
  [
    word(
      "fastest|quickest|schnellsten?|schnellste[rs]|(?:le|la|les) plus rapides?|más rápid[oa]s?",
    ),
    [...least(duration), ...most(speed)],
  ],
  [
    word("slowest|langsamsten?|langsamste[rs]|(?:le|la|les) plus lente?s?|más lent[oa]s?"),
    [...most(duration), ...least(speed)],
  ],
  [
    word(
      `first${notNamed}|earliest|soonest|zuerst|erste[nrs]?|frühesten?|früheste[rs]|premi(?:er|ère)s?|en premier|plus tôt|primer[oa]?s?|más temprano`,
    ),
    [...least(date), ...least(duration).map((one) => ({ ...one, isSecond: true }))],
  ],
  [word("most recent(?:ly)?|(?:le|la|les) plus récente?s?|más recientes?"), most(past)],
  [word("newest|neuesten?|neueste[rs]|más nuev[oa]s?"), most(past, birth)],
  [
    word(
      `last${notNamed}|latest|zuletzt|letzte[nrs]?|spätesten?|späteste[rs]|derni(?:er|ère)s?|en dernier|últim[oa]s?`,
    ),
    most(date),
  ],
  [
    word(
      "oldest|ältesten?|älteste[rs]|(?:le|la|les) plus (?:vieux|vieilles?|âgée?s?|anciens?|anciennes?)|más (?:viej[oa]|antigu[oa])s?",
    ),
    [...least(birth), ...most(age)],
  ],
  [
    word("youngest|jüngsten?|jüngste[rs]|(?:le|la|les) plus jeunes?|más jóven(?:es)?"),
    [...most(birth), ...least(age)],
  ],
  [
    word("heaviest|schwersten?|schwerste[rs]|(?:le|la|les) plus lourde?s?|más pesad[oa]s?"),
    most(weight),
  ],
  [
    word("lightest|leichtesten?|leichteste[rs]|(?:le|la|les) plus lég(?:er|ère)s?|más liger[oa]s?"),
    least(weight),
  ],
  [
    word(
      "hottest|warmest|heißesten?|heißeste[rs]|wärmsten?|wärmste[rs]|(?:le|la|les) plus chaude?s?|más calientes?",
    ),
    most(temperature),
  ],
  [
    word("coldest|coolest|kältesten?|kälteste[rs]|(?:le|la|les) plus froide?s?|más frí[oa]s?"),
    least(temperature),
  ],
  [
    word(
      "loudest|noisiest|lautesten?|lauteste[rs]|(?:le|la|les) plus bruyante?s?|más ruidos[oa]s?",
    ),
    most(sound),
  ],
  [
    word(
      "quietest|most silent|leisesten?|leiseste[rs]|(?:le|la|les) (?:plus silencieu(?:x|ses?)|moins bruyante?s?)|más silencios[oa]s?",
    ),
    least(sound),
  ],
  [
    word(
      "tallest|deepest|widest|broadest|thickest|farthest|furthest|tiefsten?|breitesten?|dicksten?",
    ),
    most(length),
  ],
  [word("narrowest|thinnest|nearest|closest|schmalsten?|dünnsten?"), least(length)],
  [
    word(`${highWords}|steepest|le plus(?! (?:élevé|grand|important))(?: d(?:e|['’]))?`),
    [{ sense: null, way: "highest", isSecond: false }],
  ],
  [
    word(`${lowWords}|le moins(?! élevé)(?: d(?:e|['’]))?`),
    [{ sense: null, way: "lowest", isSecond: false }],
  ],
];

/** Words that ask for one of several. */
const askingWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:which|what|who|where|when|welche[mnrs]?|was|wer|wo|wann|quel(?:le)?s?|qui|où|quand|qué|cuál(?:es)?|quién|dónde|cuándo)(?![a-zß-ɏḀ-ỿ])/iu;
const who = word("who|whom|whose|wer|wem|wen|qui|quién(?:es)?");
const when = /^¿?(?:when|wann|quand|cuándo)(?![a-zß-ɏḀ-ỿ])/iu;
/** Words that restrict what is compared, or ask how many. */
const restricts = word(
  "(?:without|except|excluding|not|no|never|before|after|between|than|how (?:many|much)|second|third|ohne|außer|nicht|kein\\p{Alpha}*|vor|nach|zwischen|sans|sauf|pas|avant|après|entre|sin|excepto|antes|después)(?!-)",
);
/** Words of questions that say nothing about what is compared. */
const empty = word(
  "often|yet|just|only|anything|already|ever|noch|schon|encore|todavía|responsible|zuständig|verantwortlich|responsables?|there|may|might|must|could|would|one|ones|things?|uses?|used|gives?|gave|given|made|makes?|got|offers?|offered|altogether|all|by|name|called",
);
const how = word("how|wie|comment|cómo");

/** Whether a word, as it is written, says what a question is about. */
export function isContentWord(text: string): boolean {
  return !askingWords.test(text) && !how.test(text) && !functionWords.has(text.toLowerCase());
}

/** Articles, prepositions, pronouns and auxiliary verbs, and adverbs that say nothing more. */
const functionWords: ReadonlySet<string> = new Set(
  [
    "an the of per in from for on at to with about into onto over under up down out off as during through after before is are was were be been being am do does did doing has have had having can will shall should me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that these those here and or but if so too very just also some any each every other both own same more most",
    "der die das den dem des ein eine einer einem einen eines im am an auf aus bei mit nach von vom zu zum zur für über unter um durch gegen seit während als ist sind war waren gibt sein wird werden wurde wurden hat haben hatte hatten kann können muss müssen soll darf ich mich mir mein meine meiner meinem meinen wir uns unser unsere unserer unserem unseren du dich dir dein deine er ihn ihm sie ihr ihre ihrer es man dieser diese dieses diesem und oder aber auch da hier jede jeder jedes alle",
    "le la les un une des du de au aux en dans sur sous pour par avec chez est sont était étaient être ai as avons avez ont avait peut doit je moi mon ma mes nous notre nos vous votre vos tu te toi ton ta tes il elle ils elles lui leur leurs se sa son ses ce cet cette ces et ou mais que",
    "el los las lo una unos unas del al con por sobre es son era eran fue fueron ser está están ha han había hay puede debe tiene tienen tenemos tengo yo mí mi mis nosotros nuestro nuestra nuestros nuestras tú tu tus su sus este esta estos estas ese esa esos esas pero todo todos",
  ].flatMap((words) => words.split(" ")),
);
/** What separates the thing that is asked for from what it belongs to. */
const joins = word("of|in|from|for|on|at|von|der|des|im|de|du|del|dans|en");
/** Who has been somewhere for longest came first. */
const lasting = word("been|served|belonged|worked|lived");
/** Number of words after "which" that may say what is compared. */
const mostThings = 3;

const article = /^(?:(?:the|der|die|das|le|la|les|el|los|las) )?$/iu;
const ofTwo = word("of (?:the|these|my|our) two|der beiden|des deux|de (?:los|las) dos");

/** Reads a question for the one of several that has the most or the least; null for all others. */
export function readSuperlative(question: string): SuperlativeQuestion | null {
  const text = question
    .replace(/[’']s(?!\p{Alpha})/gu, "")
    .replace(/[?¿.!]/gu, " ")
    .trim();
  const isQuestion = askingWords.test(text);
  const time = timeAsked(text);
  if (restricts.test(time ? text.replace(time.text, " ") : text)) return null;
  // "The cheaper of the two" is the cheapest of them.
  let rest = ofTwo.test(text)
    ? comparatives.reduce(
        (read, [form, most]) => read.replace(form, most),
        text.replace(ofTwo, " "),
      )
    : text;
  const found = superlatives.filter(([form]) => {
    const isFound = form.test(rest);
    // "Most expensive" is not also "most".
    rest = rest.replace(form, " ");
    return isFound;
  });
  const [only, other] = found;
  if (!only || other) return null;
  const [form, compared] = only;
  // Keywords begin with it: "youngest member of the choir".
  if (!isQuestion && !article.test(text.slice(0, form.exec(text)?.index))) return null;
  const isSince = lasting.test(rest) && compared.some((one) => one.sense === duration);
  const behind = isQuestion ? (rest.split(askingWords)[1] ?? "") : rest;
  return {
    by: isSince ? [...compared, ...least(past)] : compared,
    ...rowsAsked(question, { rest, behind }),
  };
}

/** A question for the one of two that has more or less of something: "Which is cheaper, A or B?" */
export interface PairQuestion {
  readonly sides: readonly [string, string];
  /** The question as one for the most or the least: "which is cheapest". */
  readonly asked: SuperlativeQuestion;
}

/** What comparatives with "er" and superlatives with "est" have in common. */
const regular = [
  ...["long", "short", "fast", "quick", "slow", "old", "young", "light", "heavi", "hott", "warm"],
  ...["cold", "cool", "tall", "deep", "wid", "thick", "narrow", "thinn", "near", "high", "low"],
];

/** Comparatives, and the superlatives that ask the same of two things. */
const comparatives: readonly (readonly [RegExp, string])[] = [
  [word("more expensive|dearer|costlier|pricier"), "dearest"],
  [word("less expensive|cheaper"), "cheapest"],
  [word("more recent|newer"), "newest"],
  ...regular.map((stem): readonly [RegExp, string] => [word(`${stem}er`), `${stem}est`]),
  [word("earlier|sooner"), "earliest"],
  [word("later"), "latest"],
  [word("larger|bigger|greater|more"), "highest"],
  [word("smaller|less|fewer"), "lowest"],
  [word("teurer"), "am teuersten"],
  [word("billiger|günstiger"), "am billigsten"],
  [word("länger"), "am längsten"],
  [word("kürzer"), "am kürzesten"],
  [word("schneller"), "am schnellsten"],
  [word("langsamer"), "am langsamsten"],
  [word("älter"), "am ältesten"],
  [word("schwerer"), "am schwersten"],
  [word("mehr|höher|größer"), "am höchsten"],
  [word("weniger|niedriger|kleiner"), "am niedrigsten"],
  [word("plus chère?s?"), "le plus cher"],
  [word("moins chère?s?"), "le moins cher"],
  [word("más car[oa]s?"), "el más caro"],
  [word("más barat[oa]s?"), "el más barato"],
];

/** "Which takes less water, A or B?" and "A or B – which takes less water?" */
const pairPatterns = [
  /^(?<rest>.{5,120}?)(?: ?[,:]| [–—-]) ?(?<one>[^,:]{2,60}?) (?:or|oder|ou|o) (?<other>[^,:]{2,60})$/iu,
  /^(?<one>[^,:]{2,60}?) (?:or|oder|ou|o) (?<other>[^,:]{2,60}?)(?: ?[,:]| [–—-]) ?(?<rest>.{5,120})$/iu,
] as const;

/** Reads a question that compares two things; null for all others. */
export function readPair(question: string): PairQuestion | null {
  const text = question.replace(/[?¿.!]/gu, " ").trim();
  for (const pattern of pairPatterns) {
    const { rest = "", one = "", other = "" } = pattern.exec(text)?.groups ?? {};
    const found = comparatives.find(([form]) => form.test(rest));
    if (!found || !askingWords.test(rest)) continue;
    const asked = readSuperlative(rest.replace(...found));
    if (asked) return { sides: [one, other], asked };
  }
  return null;
}

/** Reads which rows are meant from what is left of a question, and from what is behind "which". */
export function rowsAsked(
  question: string,
  { rest, behind }: { readonly rest: string; readonly behind: string },
): AskedRows {
  const { asking } = readQuestion(question);
  const wordsIn = (part: string): AskedWord[] =>
    (part.match(wordsOfTables) ?? []).flatMap((one) => {
      const key = wordKey(one);
      const named = Object.values(senses).filter(({ words: form }) => form.test(one));
      const isOptional =
        asking.has(key) ||
        empty.test(one) ||
        askingWords.test(one) ||
        functionWords.has(one.toLowerCase());
      return isOptional && named.length === 0 && !empty.test(one)
        ? []
        : [{ text: one.toLowerCase(), key, senses: named, isOptional }];
    });
  // In "which expense of the club", no clubs are compared.
  const [things = []] = behind
    .split(joins)
    .map((part) => wordsIn(part).filter(({ isOptional }) => !isOptional))
    .filter((part) => part.length > 0);
  const time = timeAsked(rest);
  return {
    things: things.slice(0, mostThings).map(({ key }) => key),
    asksWho: who.test(question),
    asksWhen: when.test(question),
    words: wordsIn(rest),
    time: time && { ...time, keys: wordsIn(time.text).map(({ key }) => key) },
  };
}

/** Words, numbers, and names such as "7b". */
const wordsOfTables = /[\p{Alpha}\p{M}]{2,}|\p{N}+(?:\p{Alpha}(?!\p{Alpha}))?/gu;
