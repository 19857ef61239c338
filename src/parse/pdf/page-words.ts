/** Whether a text has a word, not as a part of a longer one. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = (text[at - 1] ?? " ") + (text[at + word.length] ?? " ");
    if (!/[\p{L}\p{N}-]/u.test(around)) return true;
  }
  return false;
}
