import { queryNotes } from "../src/agent/reading/search-text.js";
import type { AskEvent, IngestEvent, LanguageModel, SearchResponse } from "../src/index.js";
import { type AskOutcome, askOutcome } from "./ask-answer.js";
import type { AskArguments } from "./ask-arguments.js";
import { BadInput } from "./bad-input.js";
import { driveChromium } from "./driver.js";
import { collectionPaths, type LocalFile, type Refusal } from "./gather-files.js";
import { withLocalModel } from "./local-model.js";
import { isLocal } from "./model-spec.js";
import type { PageTexts } from "./printed-quote.js";
import { reachEndpoint } from "./reach-endpoint.js";

/** A question to a few files. */
export interface AskRequest extends Omit<AskArguments, "files" | "json"> {
  readonly files: readonly LocalFile[];
  /** Links that were not followed, reported with the files that could not be read. */
  readonly skipped: readonly Refusal[];
  /** For the model's endpoint. */
  readonly apiKey: string | undefined;
}

/** What happens while files are read and the question is answered. */
export type AskProgress =
  | IngestEvent
  | Exclude<AskEvent, { type: "answer" }>
  /** The model's server needs requests in another form; nothing has failed. */
  | { readonly type: "endpoint-notice"; readonly message: string };

/**
 * Reads the files in a fresh browser and asks them. Throws `BadInput` when the model cannot be
 * reached, and when not one of the files can be read.
 */
export async function askDocuments(
  { files, skipped, apiKey, model, ...asked }: AskRequest,
  onProgress: (event: AskProgress) => void,
): Promise<AskOutcome> {
  const local = model && isLocal(model) ? model : null;
  const remote = model && !isLocal(model) ? model : null;
  if (remote) await reachEndpoint(remote);
  return driveChromium(
    async ({ page, url, setFiles, setModel }) => {
      if (local) await setModel(local.files);
      await setFiles(files.map(({ file }) => file));
      const paths = collectionPaths(files);
      const named = new Map(paths.map((path, index) => [path, files[index]?.path ?? path]));
      const endpoint = remote && {
        url: `${url}/model`,
        origin: new URL(remote.url).origin,
        model: remote.model ?? undefined,
        apiKey,
        contextLength: asked.context ?? undefined,
      };
      // The page reaches the endpoint through the address of its own server.
      const changes: Changes = endpoint
        ? [
            [`${url}/model`, remote?.url ?? ""],
            [url, endpoint.origin],
          ]
        : [];
      const report = (event: AskProgress) => onProgress(renamed(event, changes));
      await page.exposeFunction("reportEvent", report);
      const found = await page.evaluate(askInPage, {
        ...{ ...asked, paths, endpoint },
        local: local && { name: local.name, contextLength: asked.context ?? undefined },
      });
      const outcome = renamed(found, changes);
      if ("unreachable" in outcome) throw new BadInput(outcome.unreachable);
      const { answer, searched, pages } = outcome;
      const refused = outcome.refused.map(({ file: path, code, message }) => {
        const file = named.get(path) ?? path;
        return { file, code, message: message.replaceAll(path, file) };
      });
      if (!answer) throw new BadInput(nothingReadable(refused));
      return askOutcome(
        answer,
        [...refused, ...skipped],
        searched ? queryNotes(searched) : [],
        named,
        pages,
      );
    },
    remote ? { model: remote.url } : local ? withLocalModel() : {},
  );
}

interface PageRequest {
  readonly question: string;
  readonly limit: number;
  readonly strategy: AskArguments["strategy"];
  readonly calls: number;
  readonly paths: readonly string[];
  readonly endpoint: {
    readonly url: string;
    readonly origin: string;
    readonly model: string | undefined;
    readonly apiKey: string | undefined;
    readonly contextLength: number | undefined;
  } | null;
  /** A model in the files that the page has; null for none. */
  readonly local: { readonly name: string; readonly contextLength: number | undefined } | null;
}

type PageOutcome =
  | { readonly unreachable: string }
  | {
      readonly refused: readonly Refusal[];
      /** Null when no file could be read. */
      readonly answer: Extract<AskEvent, { type: "answer" }> | null;
      /** The question as a query, where no model was used. */
      readonly searched: SearchResponse | null;
      /** The pages that sentences cite. */
      readonly pages: PageTexts;
    };

async function askInPage(request: PageRequest): Promise<PageOutcome> {
  const { library, models, files } = globalThis.harness;
  const { question, endpoint, local, limit, strategy, calls } = request;
  let model: LanguageModel | undefined;
  if (local) {
    try {
      const places = { assetsBase: "/assets/wllama/", compatBase: "/assets/wllama-compat/" };
      const files = globalThis.harness.modelFiles();
      model = await models.loadWllama({ ...local, ...places, model: files });
    } catch (error) {
      if (!library.PagehoundError.isInstance(error)) throw error;
      return { unreachable: error.message };
    }
  }
  if (endpoint) {
    try {
      const connected = await models.connectEndpoint({
        ...endpoint,
        onNotice: ({ message }) => {
          void globalThis.reportEvent({ type: "endpoint-notice", message });
        },
      });
      model = {
        // Where text goes in the end, not the server between.
        info: { ...connected.info, sendsTo: endpoint.origin },
        complete: (prompt, options) => connected.complete(prompt, options),
        unload: () => connected.unload(),
      };
    } catch (error) {
      if (!library.PagehoundError.isInstance(error)) throw error;
      return { unreachable: error.message };
    }
  }
  const collection = await library.Pagehound.open({ name: "ask" });
  const refused: Refusal[] = [];
  const inputs = files().map((file, index) => ({ file, path: request.paths[index] ?? file.name }));
  for await (const event of collection.add(inputs)) {
    void globalThis.reportEvent(event);
    if (event.type !== "document-refused") continue;
    const { path: file, code, message } = event;
    refused.push({ file, code, message });
  }
  if (refused.length === inputs.length) return { refused, answer: null, searched: null, pages: {} };
  const searched = model ? null : await collection.search(question, { limit: 1 });
  const asked = { model, strategy, calls, passages: limit };
  for await (const event of collection.ask(question, asked)) {
    if (event.type !== "answer") {
      void globalThis.reportEvent(event);
      continue;
    }
    // By `pageKey`, which this function cannot call: it runs in the page.
    const pages: Record<string, string> = {};
    for (const { document, page } of event.answer.sentences.flatMap((each) => each.citations)) {
      pages[`${document}.p${page}`] ??= (await collection.page(document, page)).text;
    }
    return { refused, answer: event, searched, pages };
  }
  throw new Error("The question was not answered.");
}

type Changes = readonly (readonly [from: string, to: string])[];

/** The same with some addresses in the place of others. */
function renamed<Value extends object>(value: Value, changes: Changes): Value {
  if (changes.length === 0) return value;
  const json = changes.reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    JSON.stringify(value),
  );
  return JSON.parse(json);
}

function nothingReadable(refused: readonly Refusal[]): string {
  const { file = "", message = "" } = refused[0] ?? {};
  const reason = message.includes(file) ? message : `${file}: ${message}`;
  const line = reason.replaceAll("\n", " ");
  return refused.length === 1
    ? line
    : `None of the ${refused.length} files can be read. The first: ${line}`;
}

declare global {
  function reportEvent(event: AskProgress): Promise<void>;
}
