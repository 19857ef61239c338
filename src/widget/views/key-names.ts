const appleKeys = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A key with the command or control key, as this system writes it. */
export function commandKey(letter: string): string {
  return appleKeys ? `⌘${letter}` : `Ctrl ${letter}`;
}

/** A key with the alternative key, as this system writes it. */
export function altKey(letter: string): string {
  return appleKeys ? `⌥${letter}` : `Alt+${letter}`;
}
