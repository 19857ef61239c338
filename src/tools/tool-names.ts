/** Characters of a tool's name at most. */
const longestToolName = 40;

/** What a tool is called elsewhere, as words of a name here: "addToCart" as `add_to_cart`. Empty where it has neither letters nor digits of ASCII. */
export function toolWords(name: string): string {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** A name for a tool, with a number behind it where it is taken; from then on it is. */
export function freeToolName(name: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? "" : `_${count}`;
    const free = `${name.slice(0, longestToolName - end.length)}${end}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}
