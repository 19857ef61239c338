import { type BodyBounds, boundedBytes, boundedText, downloadPace } from "../../core/bytes.js";
import type { InputFile } from "../../index.js";

interface Sample {
  readonly file: string;
}

/** Samples are a few small files, chosen by the site that shows them. */
const listBounds: BodyBounds = { ...downloadPace, bytes: 2 ** 20 };
const fileBounds: BodyBounds = { ...downloadPace, bytes: 2 ** 26 };
const maxSamples = 100;

/**
 * Fetches the sample documents that are served with the page. Rejects when they are not all there, or
 * are larger than samples are.
 */
export async function sampleFiles(folder: URL): Promise<InputFile[]> {
  const { body } = await fetched(new URL("index.json", folder));
  const list: unknown = JSON.parse(await boundedText(body, listBounds));
  if (!Array.isArray(list)) throw new Error("not a list");
  const samples = list.filter(isSample).slice(0, maxSamples);
  return await Promise.all(
    samples.map(async ({ file }) => {
      const { body, headers } = await fetched(new URL(file, folder));
      const type = headers.get("content-type") ?? "";
      return { file: new Blob([await boundedBytes(body, fileBounds)], { type }), path: file };
    }),
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
