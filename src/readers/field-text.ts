import type { RunText } from "./run-text.js";
import { symbolText } from "./symbol-fonts.js";

/** A word with its reading above it: EQ \* jc2 \o\ad(\s\up 9(とうきょう),東京). */
const ruby =
  /\\o ?(?:\\a[clrdj] ?)?\( ?\\s ?\\up ?\d{1,4} ?\(([^()]{0,400})\) ?[,;] ?([^()]{0,400})\)/giu;
const fraction = /\\f ?\(([^(),;]{1,400})[,;]([^(),;]{1,400})\)/giu;

/** Adds what a field of Word shows of which no result is stored: a sign, or an equation of fields. */
export function fieldText(instruction: string, into: RunText): void {
  const sign = /^\s*SYMBOL\s+(\d+|0x[\da-f]+)(?:.*?\\f\s*"?([^"\\]+))?/is.exec(instruction);
  if (sign) {
    const code = Number(sign[1]);
    const written = code >= 0x20 && code <= 0xffff ? String.fromCharCode(code) : "";
    into.add(symbolText(sign[2]?.trim() ?? "", written) ?? written);
    return;
  }
  if (!/^\s*EQ\b/i.test(instruction)) return;
  const plain = instruction.replace(/\s+/gu, " ");
  for (const [, reading = "", word = ""] of plain.matchAll(ruby)) into.addRuby(word, reading);
  for (const [, over = "", under = ""] of plain.matchAll(fraction)) {
    into.add(`${over.trim()}/${under.trim()}`);
  }
}
