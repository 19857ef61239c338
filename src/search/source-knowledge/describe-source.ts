/** Maximum number of characters of a title or a heading; longer ones are cut. */
const longestName = 120;
const mostHeadings = 60;
const mostYears = 12;

/**
 * Describes a source by its title, the years in its names and its headings, on one line of at most
 * `limit` characters. Headings that no longer fit are left out.
 */
export function describeSource(title: string, headings: readonly string[], limit: number): string {
  const [name = ""] = distinctNames([title], 1);
  const isTitle = (heading: string): boolean => heading.toLowerCase() === name.toLowerCase();
  const [first, ...others] = distinctNames(headings, mostHeadings).filter(
    (heading) => !isTitle(heading),
  );
  const years = yearsIn([name, first, ...others].join("\n"));
  let line = "";
  /** Adds a part if it fits. */
  const add = (part: string, separator = "; "): boolean => {
    const added = line === "" ? part : `${separator}${part}`;
    if (part === "" || line.length + added.length > limit) return false;
    line += added;
    return true;
  };
  add(name);
  add(yearText(years));
  if (first !== undefined && add(`about: ${first}`)) others.every((each) => add(each, ", "));
  return line === "" ? name.slice(0, limit) : line;
}

/** The first `most` distinct names that have a letter or a year, each on one line and cut. */
export function distinctNames(texts: readonly string[], most: number): string[] {
  const seen = new Map<string, string>();
  for (const text of texts) {
    const name = text.replace(/\s+/gu, " ").trim().slice(0, longestName).trim();
    const key = name.toLowerCase();
    if (/\p{Alpha}|\d{4}/u.test(name) && !seen.has(key)) seen.set(key, name);
    if (seen.size >= most) break;
  }
  return [...seen.values()];
}

/** The latest years in a text, at most twelve, in ascending order. */
export function yearsIn(text: string): number[] {
  const years = new Set((text.match(/(?<![\d.,])(?:19|20)\d\d(?![\d,]|\.\d)/g) ?? []).map(Number));
  return [...years].sort((one, other) => one - other).slice(-mostYears);
}

function yearText(years: readonly number[]): string {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return "";
  return first === last ? `${first}` : `${first} to ${last}`;
}
