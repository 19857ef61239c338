import { queryNotes } from "../src/agent/reading/search-text.js";
import type { AskEvent, IngestEvent, SearchResponse } from "../src/index.js";
import { type AskedDocuments, type AskOutcome, askOutcome } from "./ask-answer.js";
import type { AskArguments } from "./ask-arguments.js";
import { BadInput } from "./bad-input.js";
import { driveAsking, namedRefusals, nothingReadable } from "./drive-asking.js";
import type { LocalFile, Refusal } from "./gather-files.js";
import type { PageModel } from "./harness.js";
import type { PageTexts } from "./printed-quote.js";

/** A question to a few files. */
export interface AskRequest extends Omit<AskArguments, "files" | "json"> {
  readonly files: readonly LocalFile[];
  /** Links that were not followed, reported along with unreadable files. */
  readonly skipped: readonly Refusal[];
  /** The key for the model's endpoint. */
  readonly apiKey: string | undefined;
}

/** The events while files are read and the question is answered. */
export type AskProgress =
  | IngestEvent
  | Exclude<AskEvent, { type: "answer" }>
  /** The model's server needs requests in another form; nothing has failed. */
  | { readonly type: "endpoint-notice"; readonly message: string };

/**
 * Reads the files in a fresh browser and asks them. Throws `BadInput` if the model is unreachable,
 * or if none of the files can be read.
 */
export function askDocuments(
  { files, skipped, apiKey, model, ...options }: AskRequest,
  onProgress: (event: AskProgress) => void,
): Promise<AskOutcome> {
  const settings = { files, model, apiKey, context: options.context };
  return driveAsking(settings, onProgress, async ({ page, pageModel, paths, named, shown }) => {
    const found = await page.evaluate(askInPage, { ...options, paths, pageModel });
    const outcome = shown(found);
    if ("unreachable" in outcome) throw new BadInput(outcome.unreachable);
    const { answer, searched, pages: pageTexts, totals } = outcome;
    const refused = namedRefusals(outcome.refused, named);
    if (!answer) throw new BadInput(nothingReadable(refused));
    return askOutcome(
      answer,
      [...refused, ...skipped],
      // The answer names missing and corrected words itself, without those that only ask.
      searched ? queryNotes({ ...searched, corrections: [], unmatched: [] }) : [],
      { named, totals, pageTexts },
    );
  });
}

interface PageRequest {
  readonly question: string;
  readonly limit: number;
  readonly strategy: AskArguments["strategy"];
  readonly calls: number;
  readonly paths: readonly string[];
  readonly pageModel: PageModel;
}

type PageOutcome =
  | { readonly unreachable: string }
  | {
      readonly refused: readonly Refusal[];
      /** Null if no file could be read. */
      readonly answer: Extract<AskEvent, { type: "answer" }> | null;
      /** The question as a query, if no model was used. */
      readonly searched: SearchResponse | null;
      /** The pages that sentences cite. */
      readonly pages: PageTexts;
      /** The number of pages of each document, by its id. */
      readonly totals: AskedDocuments["totals"];
    };

async function askInPage(request: PageRequest): Promise<PageOutcome> {
  const { library, addFiles, openModel } = globalThis.harness;
  const { question, limit, strategy, calls, pageModel } = request;
  const opened = await openModel(pageModel);
  if ("unreachable" in opened) return opened;
  const { model } = opened;
  const collection = await library.Pagehound.open({ name: "ask" });
  const { refused, allRefused } = await addFiles(collection, request.paths);
  if (allRefused) return { refused, answer: null, searched: null, pages: {}, totals: {} };
  const searched = model ? null : await collection.search(question, { limit: 1 });
  const options = { model, strategy, calls, passages: limit };
  for await (const event of collection.ask(question, options)) {
    if (event.type !== "answer") {
      void globalThis.reportEvent(event);
      continue;
    }
    // By `pageKey`, which this function cannot call: it runs in the page.
    const pages: Record<string, string> = {};
    for (const { document, page } of event.answer.sentences.flatMap((each) => each.citations)) {
      pages[`${document}.p${page}`] ??= (await collection.page(document, page)).text;
    }
    const documents = await collection.documents();
    const totals = Object.fromEntries(documents.map(({ id, pages: { total } }) => [id, total]));
    return { refused, answer: event, searched, pages, totals };
  }
  throw new Error("The question was not answered.");
}

declare global {
  function reportEvent(event: AskProgress): Promise<void>;
}
