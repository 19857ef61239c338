import { type Answer, Pagehound } from "pagehound";
import * as models from "pagehound/models";
import { searchText } from "pagehound/reading";
import { scriptedModel } from "pagehound/testing";
import * as viewer from "pagehound/viewer";

/** Adds files to a collection, searches and asks it, and returns what the test looks at. */
async function addAndAsk(files: Iterable<File>): Promise<object> {
  // The package's dist/assets was copied to public/pagehound-assets.
  const collection = await Pagehound.open({ assetsBase: "./pagehound-assets/" });
  const refused: string[] = [];
  for await (const event of collection.add(files)) {
    if (event.type === "document-refused") refused.push(event.message);
  }
  const response = await collection.search("How many mirrors are there?");
  const { hits } = response;
  const reading = searchText(response, { limit: 500 }).text;
  const passages = hits.map(({ path, page, text }) => ({ path, page, text }));
  const answer = await ask(collection, hits[0]?.id ?? "");
  const names = { models: Object.keys(models), viewer: Object.keys(viewer) };
  return { passages, reading, refused, answer, ...names };
}

/** Has a scripted model answer from a passage. */
async function ask(collection: Pagehound, id: string): Promise<Answer | null> {
  const citations = [{ id, quote: "4212 mirrors" }];
  const sentences = [{ text: "There are 4212 mirrors.", citations }];
  const draft = { enough: true, missing: "", sentences };
  const reply = { thought: "", calls: [{ tool: "answer", arguments: draft }] };
  const model = scriptedModel([{ reply }]);
  for await (const event of collection.ask("How many mirrors?", { model, strategy: "tools" })) {
    if (event.type === "answer") return event.answer;
  }
  return null;
}

const input = document.querySelector<HTMLInputElement>("#files");
const found = document.querySelector("#found");

input?.addEventListener("change", async () => {
  const result = await addAndAsk(input.files ?? []).catch((error) => ({ error: `${error}` }));
  if (found) found.textContent = JSON.stringify(result);
});
