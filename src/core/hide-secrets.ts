/** A shorter word is no key, and would make holes in ordinary words. */
const shortestWord = 8;

/**
 * A message without what a server might quote back of keys and the like: the secrets, and their words, so
 * that of "Bearer KEY" the key alone counts, too. The longest come first, so that no part of one is left.
 *
 * @param shortest characters that a whole secret has at least
 */
export function hideSecrets(
  message: string,
  secrets: readonly string[],
  shortest: number = shortestWord,
): string {
  const whole = secrets.filter((secret) => secret.length >= shortest);
  const words = secrets.flatMap((secret) => secret.split(/\s+/));
  return [...whole, ...words.filter((word) => word.length >= shortestWord)]
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "…"), message);
}
