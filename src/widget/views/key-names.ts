import type { Words } from "../strings/words.js";

const appleKeys = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A key with the command or control key, as this system writes it. */
export function commandKey(letter: string, words: Words): string {
  if (appleKeys) return `⌘${letter}`;
  return words.t("keys.control", { letter });
}

/** A key with the alternative key, as this system writes it. */
export function altKey(letter: string, words: Words): string {
  if (appleKeys) return `⌥${letter}`;
  return words.t("keys.alt", { letter });
}
