import type { AskEvent, AskOptions, Pagehound } from "../../index.js";
import { member } from "./deferred.js";
import type { Occurrence } from "./occurrence.js";
import type { WidgetSetup } from "./setup.js";

/** A collection as one element uses it: questions are asked with the page's tools, and what became of them told. */
export function pageLibrary(
  library: Pagehound,
  setup: WidgetSetup,
  tell: (occurrence: Occurrence) => void,
): Pagehound {
  async function* ask(question: string, options: AskOptions = {}): AsyncGenerator<AskEvent> {
    const { tools, confirm } = setup;
    const own = { tools, ...(confirm ? { confirm } : {}) };
    try {
      for await (const event of library.ask(question, { ...own, ...options })) {
        yield event;
        if (event.type === "answer") tell({ type: "answered", question, answer: event.answer });
      }
    } catch (error) {
      if (!options.signal?.aborted) tell({ type: "failed", error });
      throw error;
    }
  }
  const proxy = new Proxy(library, {
    get: (target, name) => (name === "ask" ? ask : member(target, name)),
  });
  return proxy;
}
