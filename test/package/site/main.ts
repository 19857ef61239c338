import { type Answer, Pagehound, type SearchResponse } from "pagehound";
import { scriptedModel } from "pagehound/evaluation";
import * as models from "pagehound/models";
import { searchText } from "pagehound/tools";
import { DocumentViewer } from "pagehound/viewer";
import { PageHoundElement } from "pagehound/widget";

// The package's dist/assets is copied there.
const assetsBase = "./pagehound-assets/";

/** Adds files to a collection, searches and asks it, and returns what the test checks. */
async function addAndAsk(files: Iterable<File>): Promise<object> {
  const collection = await Pagehound.open({ assetsBase });
  const refused: string[] = [];
  for await (const event of collection.add(files)) {
    if (event.type === "document-refused") refused.push(event.message);
  }
  const response = await collection.search("How many mirrors are there?");
  const { hits } = response;
  const reading = searchText(response, { limit: 500 }).text;
  const passages = hits.map(({ path, page, text }) => ({ path, page, text }));
  const best = await ask(collection);
  const answer = await ask(collection, hits[0]?.id ?? "");
  await show(collection, response);
  const attributes = PageHoundElement.observedAttributes;
  return { passages, reading, refused, best, answer, models: Object.keys(models), attributes };
}

/** Asks a question; if a passage is named, a scripted model answers from it. */
async function ask(collection: Pagehound, id?: string): Promise<Answer | null> {
  const citations = [{ id: id ?? "", quote: "4212 mirrors" }];
  const sentences = [{ text: "There are 4212 mirrors.", citations }];
  const draft = { enough: true, missing: "", sentences };
  const reply = { thought: "", calls: [{ tool: "answer", arguments: draft }] };
  const options = id === undefined ? {} : { model: scriptedModel([{ reply }]) };
  for await (const event of collection.ask("How many mirrors?", {
    ...options,
    strategy: "tools",
  })) {
    if (event.type === "answer") return event.answer;
  }
  return null;
}

/** Opens the page that was found, with its highlights. */
async function show(source: Pagehound, { hits }: SearchResponse): Promise<void> {
  const [hit] = hits;
  const documents = await source.documents();
  const document = documents.find(({ id }) => id === hit?.document);
  const container = globalThis.document.querySelector<HTMLElement>("#viewer");
  if (!hit || !document || !container) return;
  const viewer = new DocumentViewer(container, { assetsBase });
  await viewer.open({ document, source, page: hit.page, passage: hit.span, marks: hit.marks });
}

const input = document.querySelector<HTMLInputElement>("#files");
const found = document.querySelector("#found");

async function use(): Promise<void> {
  const files = input?.files ?? [];
  if (files.length === 0) return;
  const result = await addAndAsk(files).catch((error) => ({ error: `${error}` }));
  if (found) found.textContent = JSON.stringify(result);
}

input?.addEventListener("change", use);
// Some sites load this script after a file has already been chosen.
void use();
