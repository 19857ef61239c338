import { startParseWorker } from "../../../src/client/workers.js";
import { type Page, unpackPage } from "../../../src/core/page.js";
import { connect } from "../../../src/core/rpc/remote.js";
import type { OpenedDocument, ParseApi } from "../../../src/readers/format.js";
import type { OcrSetup } from "../../../src/readers/ocr/recogniser.js";

/** A file as read by a parse worker. */
export interface ReadFile extends OpenedDocument {
  readonly pages: readonly Page[];
}

const assetsBase = new URL("/assets/", location.href).href;

/** A parse worker, which the caller must terminate. */
export interface StartedParser {
  readonly parser: ParseApi;
  end(): void;
}

export function startParser(ocr: OcrSetup | null = null): StartedParser {
  const worker = startParseWorker({ assetsBase, ocr });
  const connection = connect<ParseApi>(worker.port);
  worker.onFailure = (error) => connection.close(error);
  return { parser: connection.remote, end: () => worker.end() };
}

/** Starts a parse worker for the duration of `use`. */
export async function withParser<T>(
  use: (parser: ParseApi) => Promise<T>,
  ocr: OcrSetup | null = null,
): Promise<T> {
  const { parser, end } = startParser(ocr);
  try {
    return await use(parser);
  } finally {
    end();
  }
}

export async function openFile(
  parser: ParseApi,
  blob: Blob,
  path: string,
  password?: string,
): Promise<OpenedDocument> {
  return parser.open({ bytes: await blob.arrayBuffer(), path, password });
}

export async function readAll(
  parser: ParseApi,
  blob: Blob,
  path: string,
  password?: string,
): Promise<ReadFile> {
  const opened = await openFile(parser, blob, path, password);
  const numbers = Array.from({ length: opened.pageCount }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => parser.readPage({ number })));
  return { ...opened, pages: pages.map(unpackPage) };
}
