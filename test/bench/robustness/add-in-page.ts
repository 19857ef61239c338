import type { Page } from "playwright";
import type { DocumentId, PageCounts, Pagehound } from "../../../src/index.js";
import type { Ending } from "./outcome.js";

/** A file to add, the only one on the harness page. */
export interface AddRequest {
  readonly path: string;
  readonly password: string | null;
  /** How many pages' text to return, counted from the first. */
  readonly texts: number;
  /** The maximum total length of those texts, in characters. */
  readonly mostText: number;
  /** The longest time to wait without any event, in milliseconds. */
  readonly patience: number;
}

declare global {
  var robustness: Pagehound | undefined;
}

/** Opens a collection on the harness page. */
export async function openInPage(page: Page, name: string): Promise<void> {
  await page.evaluate(async (collection) => {
    globalThis.robustness?.close();
    globalThis.robustness = await globalThis.harness.library.Pagehound.open({ name: collection });
  }, name);
}

/** Adds the harness page's file and reports the outcome. Never rejects because of the file. */
export function addInPage(page: Page, request: AddRequest): Promise<Ending> {
  return page.evaluate(
    async ({ path, password, texts, mostText, patience }: AddRequest): Promise<Ending> => {
      const hound = globalThis.robustness;
      const [file] = globalThis.harness.files();
      if (!hound || !file) throw new Error("The harness page is not ready.");
      const input = password === null ? { file, path } : { file, path, password };

      type Last =
        | { readonly id: DocumentId; readonly pages: PageCounts }
        | { readonly code: string; readonly message: string };

      async function lastEvent(stopped: AbortSignal, alive: () => void): Promise<Last | null> {
        let last: Last | null = null;
        for await (const event of (hound as Pagehound).add([input], { signal: stopped })) {
          alive();
          if (event.type === "document-refused")
            last = { code: event.code, message: event.message };
          if (event.type === "document-ready" || event.type === "document-unchanged") {
            last = { id: event.document.id, pages: event.document.pages };
          }
        }
        return last;
      }

      async function described(id: DocumentId, pages: PageCounts): Promise<Ending> {
        const listed = await (hound as Pagehound).documents();
        if (!listed.some((document) => document.id === id)) {
          return { kind: "unknown", message: "It was added, and is not in the list of documents." };
        }
        const wanted = Math.min(texts, pages.total);
        const read: string[] = [];
        let length = 0;
        for (let number = 1; number <= wanted; number++) {
          const { text } = await (hound as Pagehound).page(id, number);
          length += text.length;
          if (length > mostText) break;
          read.push(text);
        }
        return { kind: "added", pages, texts: read, textsLeftOut: wanted - read.length };
      }

      const stop = new AbortController();
      let giveUp = () => {};
      let timer: ReturnType<typeof setTimeout> | undefined;
      const patienceOver = new Promise<"hang">((resolve) => {
        giveUp = () => resolve("hang");
      });
      const alive = () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, patience);
      };
      alive();
      try {
        const last = await Promise.race([lastEvent(stop.signal, alive), patienceOver]);
        if (last === "hang") return { kind: "hang" };
        if (last === null) return { kind: "unknown", message: "No event told how it ended." };
        if ("code" in last) return { kind: "refused", ...last };
        alive();
        const ending = await Promise.race([described(last.id, last.pages), patienceOver]);
        return ending === "hang" ? { kind: "hang" } : ending;
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        const dead = code === "worker-failed" || code === "closed";
        return { kind: dead ? "crash" : "unknown", message: message ?? String(error) };
      } finally {
        clearTimeout(timer);
        stop.abort();
      }
    },
    request,
  );
}
