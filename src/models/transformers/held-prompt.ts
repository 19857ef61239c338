import type { Memory, Network } from "./network.js";

/** Tokens that were read, and the model's memory of them. */
interface Held {
  readonly tokens: readonly number[];
  readonly memory: Memory;
}

/** Minimum number of tokens worth a separate copy; reading fewer again is cheaper. */
const worthKeeping = 32;

/**
 * The tokens that the model has read, kept so that a prompt with the same beginning is read only
 * from where it differs. Most models keep separate values for each token, so any number of tokens
 * can be cut off the end. Models with convolutions or recurrent layers can only continue from their
 * last token: for these, the common beginning of two prompts is kept separately.
 */
export class HeldPrompt {
  readonly #network: Network;
  #held: Held | null = null;
  /** The common beginning of two consecutive prompts. */
  #head: Held | null = null;
  #lastPrompt: readonly number[] = [];

  constructor(network: Network) {
    this.#network = network;
  }

  /**
   * Returns how many tokens of a prompt need not be read again (at most all but the last), and
   * where reading should pause for `keepHead`; null if nowhere.
   */
  async begin(prompt: readonly number[]): Promise<{
    readonly reused: number;
    readonly memory: Memory | null;
    readonly stopAt: number | null;
  }> {
    const most = prompt.length - 1;
    const common = Math.min(most, commonLength(prompt, this.#lastPrompt));
    this.#lastPrompt = prompt;
    const held = this.#held;
    this.#held = null;
    const shared = held ? Math.min(most, commonLength(prompt, held.tokens)) : 0;
    if (held && shared === held.tokens.length) {
      return { reused: shared, memory: held.memory, stopAt: this.#worthwhile(shared, common) };
    }
    const cut = held && shared > 0 ? await this.#network.cut(held.memory, shared) : null;
    if (cut) return { reused: shared, memory: cut, stopAt: null };
    if (held && held.memory !== this.#head?.memory) this.#network.forget(held.memory);
    const head = this.#head;
    if (head && head.tokens.length <= most && startsWith(prompt, head.tokens)) {
      const reused = head.tokens.length;
      return { reused, memory: head.memory, stopAt: this.#worthwhile(reused, common) };
    }
    return { reused: 0, memory: null, stopAt: held ? this.#worthwhile(0, common) : null };
  }

  /** Keeps what was read. Call it when reading reaches the `stopAt` of `begin`. */
  keepHead(tokens: readonly number[], memory: Memory): void {
    if (this.#head) this.#network.forget(this.#head.memory);
    this.#head = { tokens, memory };
  }

  /** Whether a memory is kept for later prompts and must not be freed. */
  isHead(memory: Memory | null): boolean {
    return memory !== null && memory === this.#head?.memory;
  }

  /** Keeps everything that was read. */
  hold(tokens: readonly number[], memory: Memory): void {
    this.#held = { tokens, memory };
  }

  #worthwhile(from: number, to: number): number | null {
    return to - from >= worthKeeping ? to : null;
  }
}

function commonLength(one: readonly number[], other: readonly number[]): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at;
  return end;
}

function startsWith(tokens: readonly number[], start: readonly number[]): boolean {
  return commonLength(tokens, start) === start.length;
}
