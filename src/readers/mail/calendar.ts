/** Maximum number of lines read from the events of a calendar. */
const maxLines = 2_000;

/** A calendar (RFC 5545) as lines of text: each event's subject, time, place and description. */
export function calendarLines(text: string): string[] {
  const lines: string[] = [];
  let event: Map<string, Property> | null = null;
  let depth = 0;
  for (const line of text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/)) {
    const property = propertyOf(line);
    if (!property) continue;
    const { name, value } = property;
    if (name === "BEGIN" && /^V(?:EVENT|TODO|JOURNAL)$/i.test(value.trim())) {
      event = new Map();
      depth = 0;
    } else if (name === "BEGIN") depth++;
    else if (name === "END" && event && depth === 0) {
      lines.push(...eventLines(event));
      event = null;
      if (lines.length > maxLines) break;
    } else if (name === "END") depth--;
    // Alarms inside an event have descriptions as well.
    else if (event && depth === 0 && !event.has(name)) event.set(name, property);
  }
  return lines;
}

interface Property {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

function propertyOf(line: string): Property | null {
  const match = /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(line);
  if (!match) return null;
  const [, name = "", parameters = "", value = ""] = match;
  return { name: name.toUpperCase(), parameters, value };
}

function eventLines(event: ReadonlyMap<string, Property>): string[] {
  const text = (name: string): string =>
    (event.get(name)?.value ?? "")
      .replace(/\\n/gi, "\n")
      .replace(/\\([\\;,])/g, "$1")
      .trim();
  const time = (name: string): string => timeText(event.get(name));
  const start = time("DTSTART");
  const end = time("DTEND") || time("DUE") || text("DURATION");
  const named: readonly (readonly [string, string])[] = [
    ["When", [start, end].filter(Boolean).join(" – ")],
    ["Repeats", text("RRULE")],
    ["Where", text("LOCATION")],
    ["Status", /^cancelled$/i.test(text("STATUS")) ? "cancelled" : ""],
  ];
  return [
    text("SUMMARY"),
    ...named.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`])),
    ...text("DESCRIPTION").split("\n"),
  ]
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

/** Formats a time as "2021-02-01 10:00 (Europe/Berlin)"; anything else stays as it is. */
function timeText(property: Property | undefined): string {
  if (!property) return "";
  const { parameters, value } = property;
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value.trim());
  if (!match) return value.trim();
  const [, year, month, day, hour, minute, utc] = match;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const zone = /;TZID="?([^";]+)/i.exec(parameters)?.[1];
  const where = utc === "Z" ? " UTC" : zone === undefined ? "" : ` (${zone})`;
  return `${date} ${hour}:${minute}${where}`;
}
