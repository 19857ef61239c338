/**
 * The regular expression of a JSON schema as an expression of llama.cpp's grammars, for text inside
 * a JSON string. Null for what is not anchored at both ends, or uses more than characters, classes,
 * groups, alternatives and quantifiers.
 */
export function patternGrammar(pattern: string): string | null {
  if (!pattern.startsWith("^") || !pattern.endsWith("$") || pattern.endsWith("\\$")) return null;
  const reader = new PatternReader(pattern.slice(1, -1));
  return reader.read();
}

const classes: Readonly<Record<string, string>> = { d: "[0-9]", w: "[0-9A-Za-z_]" };

class PatternReader {
  readonly #source: string;
  #at = 0;
  #failed = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): string | null {
    const text = this.#alternatives();
    return this.#failed || this.#at < this.#source.length ? null : text;
  }

  #alternatives(): string {
    const found = [this.#sequence()];
    while (this.#take("|")) found.push(this.#sequence());
    return `(${found.join(" | ")})`;
  }

  #sequence(): string {
    const parts: string[] = [];
    while (!this.#failed && this.#at < this.#source.length && !/[|)]/.test(this.#peek()))
      parts.push(this.#atom() + this.#quantifier());
    return parts.length === 0 ? '""' : parts.join(" ");
  }

  #atom(): string {
    if (this.#take("(")) {
      this.#take("?:");
      const inner = this.#alternatives();
      if (!this.#take(")")) this.#failed = true;
      return inner;
    }
    const [set] =
      /^\[\^?(?:[0-9A-Za-z_ ]-[0-9A-Za-z_ ]|[0-9A-Za-z_ .,:;/+-])+\]/.exec(this.#rest()) ?? [];
    if (set && !set.startsWith("[^")) {
      this.#at += set.length;
      return set;
    }
    const [escaped, kind] = /^\\([dw.\-/+*?()[\]{}|^$])/.exec(this.#rest()) ?? [];
    if (escaped && kind) {
      this.#at += escaped.length;
      return classes[kind] ?? `"${kind}"`;
    }
    const [plain] = /^[^\\[\](){}.*+?^$|"\n\r]/.exec(this.#rest()) ?? [];
    if (!plain) this.#failed = true;
    this.#at += plain?.length ?? 0;
    return `"${plain}"`;
  }

  #quantifier(): string {
    const [text = ""] = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})/.exec(this.#rest()) ?? [];
    this.#at += text.length;
    return text;
  }

  #rest(): string {
    return this.#source.slice(this.#at);
  }

  #peek(): string {
    return this.#source[this.#at] ?? "";
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}
