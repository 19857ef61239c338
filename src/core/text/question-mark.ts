/** True if a text ends like a question. */
export function isQuestion(text: string): boolean {
  return /[?？]["”’')\]]*$/u.test(text);
}
