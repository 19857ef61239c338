const blank = /[ \t\r\n]*/y;
const sign = /[[\]{}:,]/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.+-])/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** What may come next: in a list or an object that has just begun, its end may. */
type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

/**
 * The line, counting from 1, where a text that is no JSON goes wrong: that of the first token that
 * cannot stand there, or its last line where it breaks off. Engines tell it in ways of their own or
 * not at all.
 */
export function lineOfFault(text: string): number {
  const ends: string[] = [];
  let expected: Expected = "value";
  let at = endOf(blank, text, 0) ?? 0;
  for (;;) {
    const end = tokenEnd(text, at);
    const next: Expected | null = end === null ? null : follows(text.charAt(at), expected, ends);
    if (end === null || next === null) return text.slice(0, at).split("\n").length;
    expected = next;
    at = endOf(blank, text, end) ?? end;
  }
}

/** What is expected after a token that begins like this; null when it cannot stand here. */
function follows(start: string, expected: Expected, ends: string[]): Expected | null {
  if (start === ends.at(-1) && expected.endsWith("end")) {
    ends.pop();
    return "comma or end";
  }
  if (expected === "comma or end") {
    if (start !== "," || ends.length === 0) return null;
    return ends.at(-1) === "}" ? "key" : "value";
  }
  if (expected === "colon") return start === ":" ? "value" : null;
  if (expected.startsWith("key")) return start === '"' ? "colon" : null;
  if (start === "{" || start === "[") {
    ends.push(start === "{" ? "}" : "]");
    return start === "{" ? "key or end" : "value or end";
  }
  return /[\]},:]/.test(start) ? null : "comma or end";
}

/** Where the token at a place ends; null where there is none, or where it is not complete. */
function tokenEnd(text: string, at: number): number | null {
  if (text[at] !== '"') return endOf(sign, text, at) ?? endOf(scalar, text, at);
  const stop = /["\\\n]/g;
  stop.lastIndex = at + 1;
  for (let found = stop.exec(text); found; found = stop.exec(text)) {
    if (found[0] === '"') return stop.lastIndex;
    const end = found[0] === "\\" ? endOf(escapeSequence, text, found.index) : null;
    if (end === null) return null;
    stop.lastIndex = end;
  }
  return null;
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
