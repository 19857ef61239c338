/** Tokens of so many characters, for whoever is not told: a token has about four. */
export function roughTokens(characters: number): number {
  return Math.ceil(characters / 4);
}
