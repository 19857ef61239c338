/** The globals that determine whether the log is on; which exist depends on the thread. */
interface Globals {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: { readonly node?: string };
  };
  readonly localStorage?: { getItem(key: string): string | null };
}

type Write = (line: string) => void;

/** Undefined until it is known whether the log is on; null if it is off. */
let write: Write | null | undefined;

/**
 * Writes a line to the debug log of this thread, if it is on: `localStorage.pagehound = "debug"` in a
 * browser, `PAGEHOUND_DEBUG=1` in Node. When it is off, `line` is never called. Lines name calls,
 * steps, files, durations and counts, and never quote a document or a question.
 */
export function debug(line: () => string): void {
  if (write === undefined) startDebugLog(isDebugOn() ? "page" : null);
  write?.(line());
}

/** True if the person asked for the debug log. */
export function isDebugOn(): boolean {
  const globals: Globals = globalThis;
  if (inNode(globals)) return Boolean(globals.process?.env?.PAGEHOUND_DEBUG);
  try {
    return globals.localStorage?.getItem("pagehound") === "debug";
  } catch {
    // A page without storage, such as a sandboxed frame.
    return false;
  }
}

function inNode({ process }: Globals): boolean {
  return process?.versions?.node !== undefined;
}

/**
 * Turns the log of this thread on under a name, or off with null. Workers cannot read
 * `localStorage`, so the page passes the setting in its greeting.
 */
export function startDebugLog(thread: string | null): void {
  // In Node, standard output belongs to what a command prints.
  // biome-ignore lint/suspicious/noConsole: the log goes to the console.
  const print = inNode(globalThis as Globals) ? console.error : console.debug;
  write = thread === null ? null : (line) => print(`pagehound [${thread}] ${line}`);
}

/** Replaces quoted content, such as a question. */
export function withoutQuotes(text: string): string {
  return text.replace(/“[^”]*”?/gu, "“…”");
}

/** Describes a value of a call by its kind and size only. */
export function sizeOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} items`;
  if (typeof value === "object" && value !== null && "type" in value) {
    return typeof value.type === "string" && /^[a-z-]{1,40}$/.test(value.type)
      ? value.type
      : "object";
  }
  return value === undefined || value === null ? "nothing" : typeof value;
}
