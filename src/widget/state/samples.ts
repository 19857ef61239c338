import type { InputFile } from "../../index.js";

interface Sample {
  readonly file: string;
}

/** Fetches the sample documents that are served with the page. Rejects when they are not all there. */
export async function sampleFiles(folder: URL): Promise<InputFile[]> {
  const list: unknown = await (await fetched(new URL("index.json", folder))).json();
  if (!Array.isArray(list)) throw new Error("not a list");
  const samples = list.filter(isSample);
  return await Promise.all(
    samples.map(async ({ file }) => ({
      file: await (await fetched(new URL(file, folder))).blob(),
      path: file,
    })),
  );
}

async function fetched(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response;
}

function isSample(value: unknown): value is Sample {
  return (
    typeof value === "object" && value !== null && "file" in value && typeof value.file === "string"
  );
}
