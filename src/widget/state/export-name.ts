const MOST = 48;

/** A file's name of what a conversation began with and a day: letters, digits and hyphens, whatever was asked. */
export function exportName(question: string, fallback: string, at: Date): string {
  const words =
    question
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name}-${word}`;
    if ([...longer].length > MOST) break;
    name = longer;
  }
  // A single word may be longer than that; writing without blanks is one word.
  if (name === "") name = [...(words[0] ?? fallback)].slice(0, MOST).join("");
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${name}-${at.getFullYear()}-${month}-${day}`;
}
