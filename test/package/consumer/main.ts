import { Pagehound } from "pagehound";
import { searchText } from "pagehound/reading";
import * as viewer from "pagehound/viewer";

/** Adds files to a collection, searches it, and returns what the test looks at. */
async function addAndSearch(files: Iterable<File>): Promise<object> {
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
  return { passages, reading, refused, viewer: Object.keys(viewer) };
}

const input = document.querySelector<HTMLInputElement>("#files");
const found = document.querySelector("#found");

input?.addEventListener("change", async () => {
  const result = await addAndSearch(input.files ?? []).catch((error) => ({ error: `${error}` }));
  if (found) found.textContent = JSON.stringify(result);
});
