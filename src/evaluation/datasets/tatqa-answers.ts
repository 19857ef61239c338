/** The words of the data for powers of ten. */
const powers: ReadonlyMap<string, number> = new Map([
  ["thousand", 3],
  ["million", 6],
  ["billion", 9],
]);

/**
 * The answer as a person would write it, and variants: of 26.87 in percent "26.87%" and "26.87
 * percent", of 94 in million "94 million" and "94,000,000". Several spans are one answer.
 */
export function answersOf(spans: readonly string[], scale: string, type: string): string[] {
  if (spans.length === 0) return [];
  const written = spans.map((span) => withScale(span, scale, type));
  const forms = Math.max(...written.map(({ length }) => length));
  const answers: string[] = [];
  for (let form = 0; form < forms; form++) {
    const parts = written.map((one) => one[form] ?? one[0] ?? "");
    answers.push(parts.join(", "));
    if (parts.length > 1) answers.push(`${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);
  }
  return [...new Set(answers)];
}

function withScale(span: string, scale: string, type: string): string[] {
  const text = span.trim();
  const number = plainNumber(text);
  const grouped = number !== null && type === "arithmetic" ? inGroups(number) : text;
  const isYear = type !== "arithmetic" && /^(?:19|20)\d\d$/.test(text);
  if (scale === "" || number === null || isYear) return [grouped, text];
  if (scale === "percent") {
    return text.includes("%") ? [text] : [`${grouped}%`, `${grouped} percent`];
  }
  const power = powers.get(scale);
  const full = power === undefined ? null : inGroups(shifted(number, power));
  const sign = /^\(?-?\s*([$€£¥])/.exec(text)?.[1] ?? "";
  const inFull = full?.startsWith("-") ? `-${sign}${full.slice(1)}` : `${sign}${full}`;
  return full === null ? [`${grouped} ${scale}`] : [`${grouped} ${scale}`, inFull];
}

/** A longer text is no amount. */
const longestAmount = 60;

/** The digits of an amount such as "$ (1,496.5)", which is -1496.5; null for any other text. */
function plainNumber(text: string): string | null {
  if (text.length > longestAmount) return null;
  const match = /^([-(]?)\s*[$€£¥]?\s*([-(]?)\s*(\d[\d,]*(?:\.\d+)?|\.\d+)\s*\)?\s*%?$/.exec(text);
  if (!match) return null;
  const digits = (match[3] ?? "").replaceAll(",", "").replace(/^\./, "0.");
  return match[1] || match[2] ? `-${digits}` : digits;
}

/** With commas between thousands. */
function inGroups(number: string): string {
  const [whole = "", decimals] = number.split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Times a power of ten, without the errors of floating point. */
function shifted(number: string, power: number): string {
  const [whole = "", decimals = ""] = number.split(".");
  const digits = `${whole}${decimals.padEnd(power, "0").slice(0, power)}`;
  const rest = decimals.slice(power);
  const plain = digits.replace(/^(-?)0+(?=\d)/, "$1");
  return rest === "" ? plain : `${plain}.${rest}`;
}
