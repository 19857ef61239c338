import type { Candidate } from "./data-set-choice.js";

const folder = new URL("./samples/", document.baseURI);
const questions = "questions.jsonl";

/** The site's own questions about its sample documents. */
export async function sample(): Promise<Candidate> {
  const index: readonly { readonly file: string }[] = await (await get("index.json")).json();
  return {
    files: {
      paths: [questions, ...index.map(({ file }) => `documents/${file}`)],
      file: async (path) => (await get(addressOf(path))).blob(),
    },
    label: "The sample",
  };
}

/** The address of a data set's file on the site: the documents are those of the main page. */
function addressOf(path: string): string {
  return path === questions ? `evaluation/${path}` : path.replace(/^documents\//, "");
}

async function get(path: string): Promise<Response> {
  const response = await fetch(new URL(path, folder));
  if (response.ok) return response;
  throw new Error(`The sample ${path} could not be fetched (${response.status}). Try again later.`);
}
