import {
  addDependencies,
  type BigNumber,
  create,
  divideDependencies,
  type FactoryFunctionMap,
  type MathJsInstance,
  multiplyDependencies,
  parseDependencies,
  powDependencies,
  subtractDependencies,
  toDependencies,
  type Unit,
  unaryMinusDependencies,
  unitDependencies,
} from "mathjs";

/** A number, with a unit or without. */
export type Value = BigNumber | Unit;

let instance: MathJsInstance | undefined;

/** The parser and the arithmetic of decimal numbers with 64 digits; made when it is first needed. */
export function mathematics(): MathJsInstance {
  instance ??= create(
    {
      parseDependencies,
      addDependencies,
      subtractDependencies,
      multiplyDependencies,
      divideDependencies,
      powDependencies,
      unaryMinusDependencies,
      unitDependencies,
      toDependencies,
    } as FactoryFunctionMap,
    { number: "BigNumber", precision: 64, predictable: true },
  );
  return instance;
}

/** A decimal number of 64 digits. */
export function decimal(text: string): BigNumber {
  return mathematics().bignumber(text);
}

export function isDecimal(value: Value): value is BigNumber {
  return (value as { isBigNumber?: boolean }).isBigNumber === true;
}

/** Whether a name is that of a unit, such as `km`. */
export function isUnit(name: string): boolean {
  const { Unit } = mathematics() as unknown as { Unit: { isValuelessUnit(name: string): boolean } };
  return Unit.isValuelessUnit(name);
}

/** What mathjs's types do not say of a unit. */
interface UnitInside {
  readonly dimensions: readonly number[];
  /** In SI units; null for a unit by itself. */
  readonly value: unknown;
}

/** A value with its unit taken apart. */
export function parts(value: Value): { value: BigNumber; unit: string | null } {
  if (isDecimal(value)) return { value, unit: null };
  const { dimensions, value: normal } = value as unknown as UnitInside;
  // 3 km / 1 mile has units and no dimension: it is a plain number.
  if (dimensions.every((exponent) => exponent === 0) && normal !== null) {
    return { value: decimal(String(normal)), unit: null };
  }
  const { value: number, unit } = value.toJSON() as { value: unknown; unit: string | null };
  return { value: decimal(number === null ? "1" : String(number)), unit: unit || null };
}
