import type { BrowserContext } from "playwright";

/** What the browser's own model does on a page. */
export interface BuiltInWindow {
  /** True while it says nothing, which ends when a request is given up. */
  silent: boolean;
  /** Requests that came while it was silent. */
  unanswered: number;
  /** All that it was asked, each request with what came before it. */
  prompts: string[];
}

/**
 * Gives pages a model of the browser's own, which uses the tools as it should: it answers the
 * questions of the probe, and says of a ferry when it leaves.
 */
export async function giveBuiltInModel(
  context: BrowserContext,
  silent: boolean = false,
): Promise<void> {
  // Some runners of TypeScript name nested functions through this helper, which a page does not have.
  await context.addInitScript("globalThis.__name = (value) => value");
  await context.addInitScript((isSilent) => {
    type Message = { readonly role: string; readonly content: string };
    const here = globalThis as unknown as BuiltInWindow;
    Object.assign(here, { silent: isSilent, unanswered: 0, prompts: [] });
    /** What it searches for, one thing after the other, and then quotes. */
    const plans: readonly { about: RegExp; searches: string[]; quotes: string[] }[] = [
      {
        about: /deposit/,
        searches: ["deposit key"],
        quotes: ["The deposit for a key is 350 crowns"],
      },
      {
        about: /keeper/,
        searches: ["keeper of the workshop", "Tove Arnell spring"],
        quotes: ["Tove Arnell leads the night-rowing group"],
      },
      { about: /rent/, searches: ["locker rent"], quotes: [] },
      {
        about: /weekday/,
        searches: ["boathouse stays open late"],
        quotes: [
          "From May to September the boathouse stays open late on Thursdays",
          "From November to March the boathouse stays open late on Mondays",
        ],
      },
      { about: /ferry/, searches: [], quotes: ["The ferry leaves at nine"] },
    ];
    const idOf = (shown: string, words: string): string => {
      const before = shown.slice(0, shown.lastIndexOf(words));
      return [...before.matchAll(/\bd\d+\.p\d+\.s\d+\b/g)].at(-1)?.[0] ?? "";
    };
    const replyTo = (messages: readonly Message[]): string => {
      const shown = messages.map(({ content }) => content).join("\n");
      here.prompts.push(shown);
      const question = [...shown.matchAll(/^Question: (.*)$/gm)].at(-1)?.[1] ?? "";
      const plan = plans.find(({ about }) => about.test(question));
      const turns = messages.filter(({ role }) => role === "assistant").length;
      const query = plan?.searches[turns];
      const sentences = (plan?.quotes ?? []).map((quote) => {
        return { text: `${quote}.`, citations: [{ id: idOf(shown, quote), quote }] };
      });
      const enough = sentences.length > 0;
      const answer = { enough, missing: enough ? "" : "It is not said.", sentences };
      const call = query
        ? { tool: "search", arguments: { query } }
        : { tool: "answer", arguments: answer };
      return JSON.stringify({ thought: "", calls: [call] });
    };
    class Session extends EventTarget {
      readonly contextWindow = 8192;
      readonly contextUsage = 0;
      constructor(readonly messages: Message[]) {
        super();
      }
      measureContextUsage(): Promise<number> {
        return Promise.resolve(10);
      }
      clone(): Promise<Session> {
        return Promise.resolve(new Session([...this.messages]));
      }
      destroy(): void {}
      promptStreaming(
        input: string | readonly Message[],
        { signal }: { readonly signal?: AbortSignal } = {},
      ): ReadableStream<string> {
        const added = typeof input === "string" ? [{ role: "user", content: input }] : input;
        this.messages.push(...added);
        const giveUp = (): void => {
          here.silent = false;
        };
        return new ReadableStream({
          start: (controller) => {
            if (here.silent) {
              here.unanswered++;
              if (signal?.aborted) giveUp();
              signal?.addEventListener("abort", giveUp);
              return;
            }
            const reply = replyTo(this.messages);
            this.messages.push({ role: "assistant", content: reply });
            controller.enqueue(reply);
            controller.close();
          },
          cancel: giveUp,
        });
      }
    }
    const model = {
      availability: async () => "available",
      create: async ({ initialPrompts = [] }: { initialPrompts?: readonly Message[] } = {}) =>
        new Session([...initialPrompts]),
    };
    Object.defineProperty(globalThis, "LanguageModel", { value: model, configurable: true });
  }, silent);
}
