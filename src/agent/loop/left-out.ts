import {
  type AnswerUnit,
  fold,
  hasColumns,
  isClause,
  isListItem,
  isQuestion,
  itemMark,
  labelOf,
  oneLine,
  type Span,
  withoutItemMark,
} from "../../core/index.js";
import {
  type AnswerKind,
  type Bound,
  boundsIn,
  codesIn,
  extremeIn,
  haveOtherNumber,
  isFormOf,
  isInTier,
  isOffice,
  keysOf,
  measureOf,
  type NumberInText,
  orderedThings,
  quotedTermOf,
  type ReadQuestion,
  type StatedAmount,
  saysDefault,
  saysExtreme,
  saysLimit,
  saysNot,
  saysOtherDays,
  scaleOf,
  spelledAsNumbers,
  stanceIn,
  unitOf,
  valuesOf,
} from "../../figures/index.js";
import type { SearchHit } from "../../search/index.js";
import {
  groupOf,
  holdsKind,
  mayGiveReason,
  maySayHow,
  namesOther,
  saysHowLong,
  saysHowMany,
  saysHowOften,
} from "./kinds-of-answers.js";
import { refersToPerson } from "./pronouns.js";
import { isOtherSpeaker } from "./turns.js";

/** A sentence or row, with its position in a passage. */
export interface PlacedUnit {
  readonly unit: AnswerUnit;
  /** Its index among the units of the passage. */
  readonly place: number;
  readonly units: readonly AnswerUnit[];
  readonly hit: SearchHit;
  readonly content: string;
  readonly numbers: readonly NumberInText[];
  /** How many of its words are not in the question. */
  readonly newWords: number;
  /** Whether it has an amount of money that is not in the question. */
  readonly isMoney: boolean;
  /** Whether its passage has an amount of the question. */
  readonly isBesideAmount: boolean;
}

/** A question, and how much of it the found passages can provide. */
export interface Sought {
  readonly question: ReadQuestion;
  /** The question's phrases in quotation marks that any passage contains. */
  readonly quoted: readonly string[];
  /** The numbers of the question that are bounds, by value; see `boundsIn`. */
  readonly bounds: ReadonlyMap<string, Bound["is"]>;
  /** The amounts that the question states. */
  readonly stated: readonly StatedAmount[];
  /** Matches a text that says who has the requested role; null if no passage does. */
  readonly roleHolder: RegExp | null;
}

type Reason = (placed: PlacedUnit, sought: Sought) => boolean;

/** Reasons to skip a sentence or row, so that a heading above it applies to what follows. */
const skipped: Readonly<Record<string, Reason>> = {
  rowWithoutWords: ({ unit, content }) => unit.kind === "row" && !/\p{Alpha}/u.test(content),
  // For "at 18 °C": a sentence about 24 °C next to one about 18 °C is not the answer.
  otherAmount: ({ unit, content, numbers, isBesideAmount }, { question: { amounts, scales } }) =>
    isBesideAmount &&
    unit.kind === "sentence" &&
    numbers.some((one) => one.kind === "quantity" && scales.includes(scaleOf(one, content))) &&
    !states(numbers, amounts),
  recital: ({ content }, { question }) =>
    (question.kind === "rule" || question.asksDuration) && recital.test(content),
  // Names and addresses at the head of a letter or a contract say nothing about what is done.
  letterhead: ({ unit, content, hit: { page, span } }, { question: { kind } }) =>
    unit.kind === "sentence" &&
    page === 1 &&
    span.start + unit.start < longestLetterhead &&
    !namesSomebody.has(kind) &&
    isLetterhead(content),
  // Neither does the end of a letter, with the name and the number of who wrote it.
  closing: ({ content }, { question: { kind, contact } }) =>
    contact === null && !namesSomebody.has(kind) && closing.test(content),
  // "Acme Limited (“the Seller”)" says who somebody is, and nothing that they do.
  party: ({ unit, content }, { question: { kind } }) =>
    unit.kind === "sentence" &&
    (kind === "rule" || kind === "reason" || kind === "steps") &&
    namesParty.test(content),
  // What applies below 80 hours says nothing about more than 80.
  otherSide: ({ content, numbers }, { bounds }) => {
    if (bounds.size === 0) return false;
    const stated = boundsIn(numbers, content);
    return [...bounds].some(([value, side]) => (stated.get(value) ?? side) !== side);
  },
  // Saturday's times are not those of Sunday.
  otherDays: ({ content }, { question: { weekdays } }) => saysOtherDays(content, weekdays),
  // A question for the longest is not answered by the shortest.
  otherExtreme: ({ unit, content }, { question }) => {
    const extreme = question.extreme === null || unit.kind === "row" ? null : extremeIn(content);
    return extreme !== null && extreme !== question.extreme;
  },
  // The opponents of something are not its supporters.
  otherStance: ({ content }, { question: { stance, kind } }) => {
    if (stance === null || kind !== "person") return false;
    const stated = stanceIn(content);
    return stated !== null && stated !== stance;
  },
  // An entry for the error code E17 says nothing about E23.
  otherCode: ({ content, hit }, { question: { codes } }) => {
    if (codes.length === 0 || codesIn(content).length === 0) return false;
    const isIn = (text: string): boolean => codes.some((code) => codesIn(text).includes(code));
    return !isIn(content) && isIn(hit.text);
  },
  // If a row is labelled with a number of the question, the other rows are about other numbers.
  otherNumber: ({ unit, content, units, hit }, { question: { amounts } }) => {
    if (unit.kind !== "row" || amounts.length === 0) return false;
    const isLabelled = (row: string): boolean =>
      amounts.includes(row.split("\t", 1)[0]?.trim() ?? "");
    if (isLabelled(content)) return false;
    return units.some(
      ({ kind, start, end }) => kind === "row" && isLabelled(hit.text.slice(start, end)),
    );
  },
  // The second year is not the third.
  otherOrdinal: ({ content }, { question: { ordered } }) =>
    ordered.length > 0 && haveOtherNumber(orderedThings(content), ordered),
  // The row for "2 to 5 years" is about 3 years, and the one for "up to 2 years" is not.
  otherTier: ({ unit, content, units, hit }, { stated }) => {
    const [only, second] = stated;
    if (unit.kind !== "row" || !only || second || tierOf(content, only) !== false) return false;
    return units.some(
      ({ kind, start, end }) => kind === "row" && tierOf(hit.text.slice(start, end), only) === true,
    );
  },
  // "See:" leads to other places.
  reference: (placed) => isListItem(placed.content) && isReferred(placed),
  // Turning on is not answered by turning off.
  otherDirection: ({ content }, { question }) => turnsOther(content, question.turns),
  // A line of columns says what the thing in its first column is.
  otherEntry: ({ unit, content }, { question: { kind, asksPurpose, keys } }) => {
    const [line = ""] = content.split("\n", 1);
    if (unit.kind === "row" || !(asksPurpose || kind === "definition")) return false;
    const [first = ""] = line.split(/\s{2,}/u, 1);
    return hasColumns(line) && !keysOf(first).some((key) => key.length > 2 && keys.includes(key));
  },
  // A line of a table of contents says where something is said.
  contentsRow: ({ unit, content }) => unit.kind === "row" && contents.test(content),
  tableHead: ({ units, place, hit }) => isTableHead(units, place, hit.text),
  // The same label twice means that tables are side by side, and it is unclear whose numbers these
  // are.
  tablesSideBySide: ({ unit, content }, { question }) =>
    unit.kind === "row" && groupOf[question.kind] === "figure" && repeatsLabel(content),
  // Cells of numbers and labels give no reason.
  rowWithoutSentence: ({ unit, content }, { question }) =>
    unit.kind === "row" && question.kind === "reason" && !hasProse(content),
  // Nor do numbers say what something is.
  rowOfNumbers: ({ unit, content }, { question }) =>
    unit.kind === "row" &&
    question.kind === "definition" &&
    !content
      .split("\t")
      .slice(1)
      .some((cell) => /\p{Alpha}{4}/u.test(cell)),
};

/** Reasons why a sentence or row is not the answer, although it says something. */
const ruledOut: Readonly<Record<string, Reason>> = {
  notByDefault: (placed, { question }) => question.asksDefault && !saysDefault(withLead(placed)),
  noContact: ({ content }, { question: { contact } }) => contact?.test(content) === false,
  // A word for a cause or a purpose, here or in the next sentence, indicates a reason.
  noReason: (placed, { question }) =>
    question.kind === "reason" &&
    placed.unit.kind === "sentence" &&
    !mayGiveReason(withNext(placed)),
  // A how-to question is answered by an instruction, a rule or a means.
  noSteps: ({ unit, content }, { question: { kind } }) =>
    kind === "steps" && unit.kind === "sentence" && !maySayHow(content),
  // "Clean the filter" does not say how to do it, and neither does a prohibition.
  sameOrder: ({ unit, content, newWords }, { question: { kind, keys, isNegated } }) =>
    kind === "steps" &&
    unit.kind === "sentence" &&
    !isNegated &&
    (prohibition.test(content) ||
      (newWords < fewestNew && keys.includes(keysOf(content)[0] ?? "") && !manner.test(content))),
  // "Pump blocked | Clean the filter" does not say how to clean it, but a further cell may.
  sameOrderInRow: ({ unit, content }, { question }) =>
    unit.kind === "row" &&
    question.kind === "steps" &&
    !question.isNegated &&
    endsWithOrder(content, question.keys),
  // A question for a name is answered by a name that the question does not contain.
  noNewName: ({ unit, content }, { question: { asksName, keys } }) =>
    asksName &&
    unit.kind === "sentence" &&
    !namesOther(saidIn(content).replace(whereFrom, " "), keys),
  // Neither does a text without any name say who has a role.
  noHolder: (placed, { question }) =>
    question.isRoleNoun &&
    question.kind === "person" &&
    placed.unit.kind === "sentence" &&
    !holdsKind("person", withLineAbove(placed), placed.numbers, question),
  // Nor does one about what applies if nobody holds the role: "If there is no chair, the Secretary
  // …".
  noHolderYet: ({ unit, content }, { question: { kind, isRoleNoun } }) =>
    kind === "person" && isRoleNoun && unit.kind === "sentence" && condition.test(content),
  // The paths "/usr/bin" and "/bin" are two places.
  otherPath: ({ content }, { question: { paths } }) =>
    paths.length > 0 &&
    !paths.some((path) => hasPath(content, path)) &&
    paths.some((path) => content.includes(path)),
  // "Who painted the flat?" asks what happened, not who must or must not paint it.
  obligation: ({ unit, content }, { question: { asksPast } }) =>
    asksPast && unit.kind === "sentence" && obligation.test(content),
  // A text names the holder of an office next to the office.
  noRole: (placed, { question: { role, asksName } }) => {
    if (!asksName && ![...role].some(isOffice)) return false;
    if (role.size === 0) return false;
    const near = keysOf(withNeighbours(placed));
    return !hasRole(near, role);
  },
  // A time of day is asked for.
  noClock: ({ content }, { question: { asksClock } }) => asksClock && !clock.test(content),
  // A colour is asked for.
  noColour: ({ content }, { question: { asksColour } }) => asksColour && !saysColour.test(content),
  noRoleHolder: ({ content }, { roleHolder }) => roleHolder?.test(content) === false,
  notNegated: (placed, { question }) => question.isNegated && !saysNot(withLead(placed)),
  notAboutQuote: (placed, { quoted }) => quoted.length > 0 && !hasNear(placed, quoted),
  // "You asked whether you have to register" does not say whether.
  reportedQuestion: ({ unit, content }, { question: { kind, keys } }) =>
    kind === "rule" &&
    unit.kind === "sentence" &&
    reportedQuestion.test(content) &&
    !keys.some((key) => /^(?:ask|questi|frag|demand|pregun)/u.test(key)),
  // In a transcript, others do not say what Ada suggests.
  otherSpeaker: ({ unit, hit }, { question: { speaker } }) =>
    speaker !== null && isOtherSpeaker(hit.text, unit.start, speaker),
  // What is the cheapest or the newest is said with such a word, or found by comparing.
  noExtreme: (placed, { question: { asksExtreme } }) =>
    asksExtreme && !saysExtreme(withNext(placed)),
  // A definition of another term does not answer the question.
  otherTerm: ({ content }, { question: { kind, keys, names } }) => {
    if (kind !== "any" && kind !== "rule") return false;
    const term = quotedTermOf(content);
    const isAsked = (key: string): boolean => keys.includes(key) && !names.has(key);
    return term !== null && !keysOf(term).some(isAsked);
  },
  // A price must be an amount of money, but a row's currency may be stated elsewhere.
  noPrice: ({ unit, isMoney }, { question: { kind, measures } }) =>
    kind === "number" &&
    measures.size === 1 &&
    measures.has("money") &&
    unit.kind === "sentence" &&
    !isMoney,
  // "Sick pay:" above a table is its title.
  tableTitle: ({ place, units, content }) =>
    units[place + 1]?.kind === "row" && isShortLabel.test(content),
  // "A replacement costs £75" does not say what the insurance costs, whatever the heading is.
  otherPrice: ({ unit, content }, { question: { measures, sought, telling } }) => {
    if (unit.kind !== "sentence" || sought.size === 0 || !measures.has("money")) return false;
    const [, priced = ""] = pricedThing.exec(withoutItemMark(content)) ?? [];
    return priced !== "" && !keysOf(priced).some((key) => telling.includes(key));
  },
};

/** A few words before a colon: "Sick pay:". */
const isShortLabel = /^[^.!?:;,\p{N}]{1,40}[:：]$/u;

/** The thing whose price a sentence states: "A replacement costs …", "Ein Ersatz kostet …". */
const pricedThing =
  /^((?:an?|the|each|every|eine?|der|die|das|jeder?|jedes|une?|les?|la|chaque|un[oa]?|el|los|las|cada) (?:[\p{Alpha}’'-]{1,30} ){0,4}?\p{Alpha}{3,30}) (?:costs?|kostet|kosten|coûte(?:nt)?|cuestan?)(?![a-zß-ɏḀ-ỿ])/iu;

/** Reasons why a sentence cannot have the number, which makes other fitting ones less likely. */
const withoutNumber: Readonly<Record<string, Reason>> = {
  // "How many" and "how long" are not answered without any number or word for one ("never cross a
  // heading"), or by numbers of something else ("2 cm").
  noNumber: ({ unit, content, numbers }, { question }) => {
    const { kind, counted, measures } = question;
    if (kind !== "number" || unit.kind !== "sentence") return false;
    if (counted.size === 0 && measures.size === 0) return false;
    if (saysHowOften(content, question)) return false;
    const saysInWords = counted.size > 0 ? saysHowMany : saysHowLong;
    return !mayState(content, numbers, question) && !saysInWords(content);
  },
  // "In percent" asks for a percentage.
  noPercent: ({ unit, content, numbers }, { question }) =>
    question.kind === "percent" &&
    question.asksPercent &&
    unit.kind === "sentence" &&
    !holdsKind("percent", content, numbers, question),
  // "At most" asks for a limit.
  noLimit: ({ content }, { question }) => question.asksLimit && !saysLimit(content),
};

/** How letters end, in English, German, French, Spanish and Italian. */
const closing =
  /^[>\s]*(?:(?:kind(?:est)?|best|warm(?:est)?|many) (?:regards|wishes)|regards|yours (?:sincerely|faithfully|truly|ever)|(?:yours )?sincerely(?: yours)?|mit (?:freundlichen|besten|herzlichen|vielen) grüßen|(?:viele|herzliche|beste|schöne|liebe) grüße|hochachtungsvoll|(?:bien )?cordialement|bien à vous|(?:meilleures )?salutations|veuillez agréer|(?:un (?:cordial )?)?saludos?(?: cordial(?:es)?)?|atentamente|(?:cordiali|distinti) saluti)(?:,|\s*\n|\s*[>–-]|\s*$)/iu;

/** Whether a sentence or row is skipped as if it were not there. */
export function isSkipped(placed: PlacedUnit, sought: Sought): boolean {
  return Object.values(skipped).some((applies) => applies(placed, sought));
}

/** Whether a sentence or row cannot be the answer, although it says something. */
export function isRuledOut(placed: PlacedUnit, sought: Sought): boolean {
  return Object.values(ruledOut).some((applies) => applies(placed, sought));
}

/** Whether a sentence lacks the number that is asked for, although it may fit the question. */
export function lacksNumber(placed: PlacedUnit, sought: Sought): boolean {
  return Object.values(withoutNumber).some((applies) => applies(placed, sought));
}

/** A time of day: "8.40", "5 p.m.", "at 9", "9–17". */
const clock =
  /(?<!\p{N})(?:[01]?\p{N}|2[0-3])(?:[:.h] ?[0-5]\p{N}(?!\p{N})| ?(?:[ap]\.? ?m(?![a-zß-ɏḀ-ỿ])|o['’]clock|uhr|h(?![a-zß-ɏḀ-ỿ]))| ?(?:[–—-]|to|bis|à|a) ?\p{N}{1,2}(?!\p{N}))|(?<![a-zß-ɏḀ-ỿ])(?:noon|midday|midnight|sunrise|sunset|dawn|dusk|mittags?|mitternacht|midi|minuit|mediodía|medianoche|(?:at|from|until|till|by|around|about|um|ab|bis|gegen|à|a las?) \p{N}{1,2}(?![\p{N}%]))/iu;

/** A line with a label and its amount: "Net pay: £1,899.93". */
const labelledAmount =
  /^[^:\n\p{N}]{2,40}: [£$€]?\p{N}[\p{N}.,]{0,14} ?[%£$€]?[\p{Alpha}\p{M}]{0,12}$/u;

/** True if a sentence only introduces what follows, or adds nothing to the question. */
export function isHeading(
  { unit, place, units, hit, content, numbers, newWords }: PlacedUnit,
  { kind, amounts }: Pick<ReadQuestion, "kind" | "amounts">,
): boolean {
  if (unit.kind === "row") return false;
  const previous = units[place - 1];
  const isReply = isQuestion(
    previous ? hit.text.slice(previous.start, previous.end) : (hit.heading ?? ""),
  );
  const isAlone = !/[\p{P}£$€]/u.test(content) && isParagraph(unit, hit.text);
  const isEmpty =
    !isReply &&
    newWords <= (kind === "any" && isAlone ? 1 : 0) &&
    content.length < 80 &&
    !(kind === "rule" && deniesAll(content)) &&
    // "She painted it" adds who, if the sentence before names her.
    !(kind === "person" && refersToPerson(content)) &&
    valuesOf(numbers, "quantity").every((value) => amounts.includes(value));
  const isTitle =
    !/[.!。！]["”’')\]]*$/u.test(content) &&
    !labelledAmount.test(content) &&
    (isFirst(unit, hit) || isSectionTitle(unit, hit.text));
  const next = units[place + 1];
  // "Early retirement:" above "Requirements:" introduces a section, not a list.
  const isAboveHeading =
    /[:：]$/u.test(content) &&
    next !== undefined &&
    /^[^.!?;,]{1,60}[:：]$/u.test(hit.text.slice(next.start, next.end));
  const isOnLine = next !== undefined && !/\n/u.test(hit.text.slice(unit.end, next.start));
  const beginsLine = unit.start === 0 || hit.text[unit.start - 1] === "\n";
  const isRunIn = beginsLine && isOnLine && isRunInHeading(content);
  return (
    isEmpty ||
    isTitle ||
    isAboveHeading ||
    isInHeading(unit, hit) ||
    isRunIn ||
    !isStatement(content)
  );
}

/** Whether a unit is the passage's heading, which may have several lines or sentences, or in it. */
export function isInHeading({ end }: Span, { text, heading }: SearchHit): boolean {
  return heading !== null && oneLine(heading).startsWith(oneLine(text.slice(0, end)));
}

/** Whether a unit is a numbered title with nothing else in its paragraph: "3.1 Rooms". */
function isSectionTitle(unit: Span, text: string): boolean {
  const { start, end } = unit;
  return isClause(text.slice(start, end)) && end - start < 100 && isParagraph(unit, text);
}

/** Whether a unit has a paragraph to itself. */
function isParagraph({ start, end }: Span, text: string): boolean {
  return (
    /(?:^|\n[^\S\n]{0,9}\n[^\S\n]{0,9})$/u.test(text.slice(0, start)) &&
    /^[^\S\n]{0,9}(?:$|\n[^\S\n]{0,9}(?:\n|$))/u.test(text.slice(end))
  );
}

/** Whether a sentence says that something is not so, which answers a question for yes or no. */
function deniesAll(content: string): boolean {
  return /[.!]["”’')\]]*$/u.test(content) && saysNot(content);
}

/** A unit's text below its heading and the line that leads to it: "We do not cover:". */
function withLead({ place, units, hit, content }: PlacedUnit): string {
  const previous = units[place - 1];
  const before = previous ? hit.text.slice(previous.start, previous.end) : "";
  const leads = /:$/u.test(before) || !isStatement(before) ? before : "";
  return `${hit.heading ?? ""}\n${leads}\n${content}`;
}

/** A unit's text with the unit above it if that is no statement, as the name below a letter. */
function withLineAbove({ unit, place, units, hit, content }: PlacedUnit): string {
  const above = units[place - 1];
  if (!above || content.endsWith(":")) return content;
  if (isStatement(hit.text.slice(above.start, above.end))) return content;
  return hit.text.slice(above.start, unit.end);
}

/** Whether an item belongs to a list of references: "See also:". */
function isReferred({ place, units, hit }: PlacedUnit): boolean {
  let at = place;
  let content = "";
  do {
    const unit = units[--at];
    content = unit ? hit.text.slice(unit.start, unit.end) : "";
  } while (isListItem(content));
  return /^(?:see(?: also)?|references?|related(?: \p{Alpha}+)?|siehe(?: auch)?|voir(?: aussi)?|véase)\s?:$/iu.test(
    content,
  );
}

/** Whether a text only says the opposite of a phrasal verb: "turn off" for "turn on". */
function turnsOther(content: string, turns: ReadQuestion["turns"]): boolean {
  return turns?.other.test(content) === true && !turns.asked.test(content);
}

/** A unit's text with its heading and the units before and after it. */
function withNeighbours({ unit, place, units, hit }: PlacedUnit): string {
  const from = units[place - 1]?.start ?? unit.start;
  const to = units[place + 1]?.end ?? unit.end;
  return `${hit.heading ?? ""}\n${hit.text.slice(from, to)}`;
}

const prohibition = /^(?:\W{0,3})(?:do not|don['’]t|never)(?![a-zß-ɏḀ-ỿ])/iu;
/** Words before the means of an action, or its place. */
const manner = /(?<![a-zß-ɏḀ-ỿ])(?:with|by|using|via|through|under|in|at|on|from)(?![a-zß-ɏḀ-ỿ])/iu;
/** Minimum new words of an order that begins with the verb of the question. */
const fewestNew = 5;

/** Colours in English, German, French and Spanish. */
const saysColour =
  /(?<![a-zß-ɏḀ-ỿ])(?:colou?r(?:s|ed|less)?|black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|gr[ae]y|beige|cream|silver|gold(?:en)?|turquoise|navy|amber|maroon|ivory|scarlet|crimson|(?:hell|dunkel)?(?:farb(?:ig|los)|schwarz|weiß|rot|grün|blau|gelb|braun|grau|silbern)(?:e[mnrs]?)?|lila|rosa|farben?|couleurs?|noire?s?|blan(?:c|che)s?|rouges?|verte?s?|bleue?s?|jaunes?|violette?s?|roses?|marrons?|grise?s?|colores?|negr[oa]s?|blanc[oa]s?|roj[oa]s?|verdes?|azul(?:es)?|amarill[oa]s?|naranjas?|morad[oa]s?|rosad[oa]s?|marr[oó]n(?:es)?|gris(?:es)?)(?![a-zß-ɏḀ-ỿ])/iu;
/** Where somebody comes from or belongs to: "from Kestrel Heating". */
const whereFrom =
  /(?<!\p{Alpha})(?:from|at|von|vom|bei|chez)(?: the| der)?(?: \p{Uppercase}[\p{Alpha}’'-]{1,40}){1,4}/gu;
/** The beginning of a sentence about a case that may occur. */
const condition =
  /^(?:\W|\p{N}){0,5}(?:if|when|whenever|unless|in case|where there is no|falls|wenn|sofern|si|lorsque|cuando)(?![a-zß-ɏḀ-ỿ])/iu;
const obligation =
  /(?<![a-zß-ɏḀ-ỿ])(?:must|shall|should|muss|müssen|darf|dürfen|doit|debe)(?![a-zß-ɏḀ-ỿ])/iu;
/** Maximum number of letters by which the endings of two forms of a word for a role differ. */
const longestEnding = 3;

/** A speaker's words, without the name before them: "Ben: I agree". */
function saidIn(content: string): string {
  const label = labelOf(content);
  return label === null
    ? content
    : content.slice(content.indexOf(`${label}:`) + label.length + 1).trim();
}

/** Whether an amount is in the range of a row's first cell; null if that is no such range. */
function tierOf(row: string, amount: StatedAmount): boolean | null {
  const [first = ""] = row.split("\t", 1);
  return isInTier(amount, first, "");
}

export function hasRole(keys: Iterable<string>, role: ReadonlySet<string>): boolean {
  return [...keys].some((key) => [...role].some((other) => isFormOf(key, other, longestEnding)));
}

/** Maximum number of letters of words such as "the", which do not count as new. */
const shortWord = 3;

/** True if a row's last cell begins with an order of words of the question: "Clean the filter". */
function endsWithOrder(row: string, keys: readonly string[]): boolean {
  const telling = (text: string): string[] => keysOf(text).filter((key) => key.length > shortWord);
  const cells = row.split("\t").filter((cell) => telling(cell).length > 0);
  const [order = ""] = cells.at(-1)?.split(/[;.]/u) ?? [];
  const words = telling(order);
  return words.length > 1 && words.every((key) => keys.includes(key));
}

/** A unit's text with the unit after it. */
function withNext({ unit, place, units, hit }: PlacedUnit): string {
  return hit.text.slice(unit.start, units[place + 1]?.end ?? unit.end);
}

/** True if a text has a path itself, and not only as the end of a longer one. */
function hasPath(content: string, path: string): boolean {
  return content
    .split(path)
    .slice(0, -1)
    .some((before) => !/[\p{Alpha}\p{N}_.~>-]$/u.test(before));
}

/** True if a unit or an adjacent one contains one of the phrases. */
function hasNear({ unit, place, units, hit }: PlacedUnit, phrases: readonly string[]): boolean {
  const from = units[place - 1]?.start ?? unit.start;
  const to = units[place + 1]?.end ?? unit.end;
  const near = fold(hit.text.slice(from, to));
  return phrases.some((phrase) => near.includes(phrase));
}

/** Whether one of the amounts is among the numbers of a text. */
export function states(numbers: readonly NumberInText[], amounts: readonly string[]): boolean {
  const stated = valuesOf(numbers, "quantity");
  return amounts.some((amount) => stated.includes(amount));
}

/**
 * Whether any number of a text may be the requested one: it is not in the question, does not number
 * an item or clause, and has a requested unit or none. Years and dates only state times, unless the
 * thing counted follows: "2000 guests".
 */
export function mayState(
  content: string,
  numbers: readonly NumberInText[],
  { keys, measures, counted, asksDuration }: ReadQuestion,
): boolean {
  const mark = itemMark(content);
  // Units of time and of areas are known, so a bare number is neither.
  const asksUnit = asksDuration || (measures.size === 1 && measures.has("area"));
  return [...numbers, ...spelledAsNumbers(content)].some((number) => {
    const { span, kind } = number;
    if (span.start < mark.length) return false;
    if (keysOf(content.slice(span.start, span.end)).every((key) => keys.includes(key)))
      return false;
    if (kind !== "quantity") {
      const [next = ""] = keysOf(content.slice(span.end, span.end + nearBehind));
      return (measures.has("time") && !asksDuration) || counted.has(next);
    }
    const unit = unitOf(number, content);
    const measure = measureOf(unit);
    if (measure === null) return unit !== "%" && unit !== "points" && !asksUnit;
    return measures.has(measure);
  });
}

/** Number of characters after a number that contain the next word. */
const nearBehind = 40;

/** Maximum number of rows that name the columns of a table. */
const mostHeads = 3;

/** True if a row is one of the first of a table, which have only words, before rows with numbers. */
function isTableHead(units: readonly AnswerUnit[], place: number, text: string): boolean {
  const cellsAt = (at: number): readonly string[] | null => {
    const unit = units[at];
    return unit?.kind === "row" ? text.slice(unit.start, unit.end).split("\t") : null;
  };
  /** True if an empty line is above a unit, so that another table begins. */
  const isApart = (at: number): boolean =>
    /\n\s{0,9}\n/u.test(text.slice(units[at - 1]?.end, units[at]?.start));
  const cells = cellsAt(place) ?? [];
  if (cells.length < 2) return false;
  const isName = (cell: string): boolean => /\p{Alpha}/u.test(cell) && !/\p{N}/u.test(cell);
  const isWordy = cells.every((cell) => /\p{Alpha}/u.test(cell));
  const isWide = cells.length >= fewestWide && cells.filter(isName).length >= cells.length - 1;
  if (!isWordy && !isWide) return false;
  let first = place;
  while (cellsAt(first - 1) && !isApart(first)) first--;
  // In wide tables, cells such as "5 months" are below the heads, too.
  const below = cellsAt(place + 1) ?? [];
  if (
    isWide &&
    place === first &&
    cells.some((cell, at) => isName(cell) && /\p{N}/u.test(below[at] ?? ""))
  )
    return true;
  if (!isWordy) return false;
  const end = first + mostHeads + 1;
  for (let at = first; at < end; at++) {
    const row = cellsAt(at);
    if (!row) return false;
    if (row.some(isFigure)) return at > place;
  }
  return false;
}

/** Minimum number of columns of a table that is not a list of names and values. */
const fewestWide = 3;

function isFigure(cell: string): boolean {
  return /\p{N}/u.test(cell) && !/\p{Alpha}{2}/u.test(cell);
}

/** Minimum number of words in a cell that may be a sentence. */
const fewestWords = 5;

/** True if a cell of a row may be a sentence. */
function hasProse(row: string): boolean {
  return row
    .split("\t")
    .some((cell) => (cell.match(/\p{Alpha}{2,}/gu)?.length ?? 0) >= fewestWords);
}

/** True if two cells of a row are the same label. */
function repeatsLabel(row: string): boolean {
  const labels = row
    .split("\t")
    .filter((cell) => /\p{Alpha}{3}/u.test(cell) && !/\p{N}/u.test(cell));
  return new Set(labels).size < labels.length;
}

/** Beginnings of agreements, which say who makes them and why, but state no rule. */
const recital =
  /^(?:\W{0,3}(?:now,? )?(?:whereas|therefore|in consideration of)(?![a-zß-ɏḀ-ỿ])|this (?:\p{Alpha}[\p{Alpha}&/-]* ){0,6}agreement(?: \([^)]{1,40}\))?(?: is| was|,)? (?:dated|made|entered|by and between|governs))/iu;

/** Kinds of questions that a name or an address answers. */
const namesSomebody: ReadonlySet<AnswerKind> = new Set(["person", "place", "date", "naming"]);
/** Number of characters at the beginning of a document that may be its letterhead. */
const longestLetterhead = 1000;
/** Forms of companies, titles of people, initials, and words for streets in addresses. */
const partOfLetterhead =
  /(?<![a-zß-ɏḀ-ỿ\p{N}])(?:ltd|limited|inc|llc|llp|plc|gmbh|ohg|kg|ag|e\. ?v|s\.?a|s\.?l|sarl|dr|mrs?|ms|prof|frau|herrn?|mme|sra?|dra|inh)(?![a-zß-ɏḀ-ỿ\p{N}])|(?<!\p{Alpha})\p{Uppercase}\. \p{Uppercase}\p{Lowercase}|\p{N}{1,4}\p{Alpha}? (?:\p{Uppercase}[\p{Alpha}’'-]{1,20} ){1,2}(?:street|road|lane|rise|parade|yard|avenue|row|close|hill|court|way|square|drive|place|terrace|gardens?)(?![a-zß-ɏḀ-ỿ])|\p{Alpha}(?:straße|str\.|gasse|platz|weg|allee) \p{N}|(?:rue|avenue|calle|plaza) (?:\p{Alpha}{1,4} ){0,2}\p{Uppercase}/iu;
/** Minimum share of capitalised words and numbers in a line of names and addresses. */
const mostlyNames = 0.65;

/** True if a text has almost only names, numbers and parts of an address, and no auxiliary verb. */
function isLetterhead(content: string): boolean {
  if (!partOfLetterhead.test(content) || saying.test(content)) return false;
  const words = content.match(/[\p{Alpha}\p{N}]{2,}/gu) ?? [];
  const names = words.filter((word) => /^[\p{Uppercase}\p{N}]/u.test(word));
  return names.length >= mostlyNames * words.length;
}

/** The end of a line that introduces a party to an agreement: "Acme Limited (“the Seller”)". */
const namesParty =
  /\p{Alpha}[\p{Alpha}\p{N}., ]{0,60}\([^()“"]{0,30}[“"](?:the )?\p{Uppercase}[^()]{2,30}[”"]\)[.,;]?$/u;

/** True if a unit is at the beginning of a document. */
function isFirst(unit: Span, { page, span }: SearchHit): boolean {
  return page === 1 && span.start + unit.start === 0;
}

/** Header lines of a mail or memo. */
const head =
  /^(?:from|to|cc|date|sent|subject|re|von|an|datum|betreff|de|à|para|fecha|asunto|objet)\s*:/iu;
/** The first line of a letter, perhaps below names and a date. */
const salutation =
  /(?:^|\n)[^\S\n]{0,60}(?:dear|hello|hi|sehr geehrte[rs]?|liebe[rs]?|hallo|cher|chère|chers|bonjour|estimad[oa]s?|querid[oa]s?|hola)(?![a-zß-ɏḀ-ỿ])[^.!?:;]{0,80}[,!:.]?$/iu;
/** The title of a part of a document: "Appendix 1 - the lifts". */
const numberedTitle =
  /^(?:appendix|annex|schedule|chapter|part|anhang|anlage|kapitel|annexe|chapitre|anexo|capítulo) (?:\p{N}{1,3}|\p{Uppercase})(?!\p{Alpha})[^.!?]{0,60}$/iu;
const caption = /^\s*(?:figure|fig\.|table|abbildung|abb\.|tabelle|tableau|figura|tabla)\s*\d/iu;
/** The heading of a subsection behind its number: "6.1 Data and Settings". */
const subsectionTitle = /^[^.!?:;,]{3,61}$/u;
/** A heading in the form of a clause: "What we do not cover." */
const clauseHeading = /^(?:what|how|where|when|who|why) [^.?!,;:]{2,60}[.:]?$/iu;
/** A sentence that says what somebody wanted to know. */
const reportedQuestion =
  /(?<![a-zß-ɏḀ-ỿ])(?:ask(?:ed|s|ing)?|wonder(?:ed|s|ing)?|to know|discuss(?:ed|ion|ions)?|questions?|gefragt|frag(?:en|t|te)|demandé|demandez|demande|preguntó|pregunta) (?:(?:me|us|him|her|them|about|as to|uns|mich|nous) ){0,2}(?:whether|if|ob|si)(?![a-zß-ɏḀ-ỿ])/iu;
/** A line of a table of contents: dots and a page number. */
const contents = /(?<!\.)\.{4,200}\s{0,9}\d{1,5}\s{0,9}$|(?:\s\.){4}/u;

/** True unless a text is a heading, a question, a caption, or a line of a table of contents. */
export function isStatement(content: string): boolean {
  if (
    isQuestion(content) ||
    caption.test(content) ||
    numberedTitle.test(content) ||
    head.test(content) ||
    salutation.test(content) ||
    clauseHeading.test(withoutItemMark(content)) ||
    (isClause(content) && subsectionTitle.test(withoutItemMark(content))) ||
    contents.test(content)
  )
    return false;
  const isShort = content.length < 80;
  const words = withoutItemMark(content);
  const isTitle =
    isShort && !isLongItem(content) && !/[.!。！;:,]/u.test(words) && !/\p{N}/u.test(words);
  const isInCapitals =
    isShort && /\p{Uppercase}{4}/u.test(content) && !/\p{Lowercase}/u.test(content);
  return !isTitle && !isInCapitals && !/^#{1,6}\s/u.test(content);
}

/** Minimum words of a list item that says something; shorter ones may be those of a menu. */
const fewestInItem = 4;

function isLongItem(content: string): boolean {
  return isListItem(content) && (content.match(/\p{Alpha}+/gu)?.length ?? 0) >= fewestInItem;
}

/** Maximum number of words in a run-in heading. */
const mostWords = 4;
/** Words that make a short text a sentence rather than a heading. */
const saying =
  /^(?:all|note|no|yes)(?![a-zß-ɏḀ-ỿ])|(?<![a-zß-ɏḀ-ỿ])(?:I|s?he|it|we|you|they|this|that|these|those|there|is|are|was|were|has|have|had|do|does|did|will|can|may|must|shall)(?![a-zß-ɏḀ-ỿ])/iu;

/** True if a text may be a run-in heading: "8. Loss of keys." */
export function isRunInHeading(content: string): boolean {
  const [, words = ""] =
    /^(?:\p{N}{1,2} )?(\p{Uppercase}[\p{Alpha}\p{N}’' -]{1,50})[.:]$/u.exec(
      withoutItemMark(content),
    ) ?? [];
  return words !== "" && words.split(" ").length <= mostWords && !saying.test(words);
}
