import { type ParseArgsConfig, parseArgs } from "node:util";
import { BadInput } from "./bad-input.js";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Known extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Known }>
>;

/** Parses a command line with these options using Node. Throws `BadInput` if it is invalid. */
export function parseOptions<const Known extends Options>(
  parameters: readonly string[],
  options: Known,
): Parsed<Known> {
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new BadInput(message.replaceAll("\n", " "));
  }
}

/** The value of an option that is a whole number from 1. Throws `BadInput` for another one. */
export function wholeNumber(option: string, text: string, greatest: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= greatest) return number;
  throw new BadInput(`${option} needs a whole number from 1 to ${greatest}, not "${text}".`);
}
