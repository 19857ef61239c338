// The public interface of this room: numbers, units, times and names of figures.

export { type AggregateQuestion, readAggregate } from "./aggregate.js";
export { isWithin } from "./asked-time.js";
export { type ComparisonQuestion, isOfEarnings, readComparison } from "./comparison.js";
export {
  type Bound,
  boundsIn,
  type ConditionQuestion,
  mayBeDecimal,
  readCondition,
} from "./condition.js";
export {
  agreesWith,
  currenciesIn,
  currencyAfter,
  currencyBefore,
  currencyKey,
  currencySign,
  isWeight,
} from "./currencies.js";
export {
  type AskedTerm,
  askedTerm,
  bareQuestion,
  codesIn,
  type DefinesTerm,
  type Definition,
  definitionOf,
  quotedTermOf,
} from "./definitions.js";
export { durationsIn, saysOneUnit } from "./durations.js";
export type { FigureQuestion, NamedThing, TermSequence } from "./figure-question.js";
export { asksForSentences, readFigureQuestion, writesCapitals } from "./figure-question.js";
export type { NumberInText, NumberKind, NumberOptions } from "./find-numbers.js";
export { decimalSignOf, numbersIn } from "./find-numbers.js";
export type { Expression } from "./formula.js";
export {
  atPeriod,
  figuresIn,
  isInPercent,
  isQuotient,
  labelIn,
  namedFormula,
  statedFormula,
  subjectOf,
} from "./formula.js";
export { type Measure, measureOf, measuresAsked } from "./measures.js";
export { monthName, monthOf } from "./months.js";
export type { Statement } from "./names.js";
export {
  groupOf,
  isPartOf,
  isSpending,
  keyOf,
  namesOf,
  neutral,
  neutralWords,
  otherNamesIn,
  partOf,
  wordsOf,
} from "./names.js";
export { figureNamesIn } from "./names-in-text.js";
export type { NumberReading } from "./number-forms.js";
export { scaleAfter } from "./number-forms.js";
export { roundDecimal, scalesOf, shiftDecimal } from "./number-setting.js";
export type { SpelledAmount } from "./number-words.js";
export { numberOf, spelledAmounts, spelledAsNumbers, statesAmount } from "./number-words.js";
export { numberedThings } from "./numbered-things.js";
export { haveOtherNumber, type NumberedThing, orderedThings } from "./ordered-things.js";
export type { AskedPeriod } from "./period-columns.js";
export {
  askedPeriods,
  cellsAt,
  columnPeriods,
  columnsFor,
  equalColumns,
  periodOf,
  yearBefore,
  yearsBetween,
} from "./period-columns.js";
export type { FiscalCalendar, PeriodScoring } from "./period-fit.js";
export { fiscalCalendar, periodFactor, sentenceTimeFactor, wantedPeriods } from "./period-fit.js";
export type { DateInText, PeriodInText } from "./periods.js";
export {
  datesIn,
  lengthsIn,
  monthsIn,
  ordinalOf,
  ordinals,
  periodIn,
  periodsIn,
  yearsIn,
} from "./periods.js";
export { type Quantity, type QuantityKind, quantityIn } from "./quantities.js";
export type { AnswerKind, ReadQuestion } from "./question.js";
export {
  asksList,
  asksReason,
  changeWords,
  extremeIn,
  givesReason,
  isFormOf,
  isGap,
  isOffice,
  keysOf,
  leadOf,
  readQuestion,
  saysChange,
  saysDefault,
  saysExtreme,
  saysLimit,
  saysNot,
  scaleOf,
  stanceIn,
  valuesOf,
  wordKey,
} from "./question.js";
export { isOfWork, namesRecords } from "./record-words.js";
export { isStatementTitle, partTitle, statementIn, statementsIn } from "./statements.js";
export {
  type AskedRows,
  type AskedWord,
  type ComparedQuantity,
  hasSense,
  isContentWord,
  type PairQuestion,
  readPair,
  readSuperlative,
  rowsAsked,
  type SuperlativeQuestion,
  senses,
} from "./superlative.js";
export { isHeadRow, isTableRow, tableHeadAbove } from "./table-rows.js";
export { cellUnit, scaleIn, tableScales, unitIn } from "./table-units.js";
export { amountsIn, isInTier, type StatedAmount } from "./tiers.js";
export { unitOf } from "./units.js";
export { saysOtherDays } from "./weekdays.js";
export { asksWhether, restrictsBefore, type YesOrNo, yesOrNoIn } from "./yes-or-no.js";
