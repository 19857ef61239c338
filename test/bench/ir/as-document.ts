import type { Page } from "../../../src/core/page.js";
import { htmlFormat } from "../../../src/readers/registry.js";
import type { DocumentText } from "../page/stored-documents.js";
import type { IrDocument } from "./collection.js";

/**
 * Converts a document of a test collection to one of ours: a web page named by its id, with its
 * title as title and heading because nothing else is known about its structure. The web page parser
 * reads it, and it is split and indexed like any other.
 */
export async function asDocument(document: IrDocument, ordinal: number): Promise<DocumentText> {
  const bytes = new TextEncoder().encode(asWebPage(document));
  const path = `${document.id}.html`;
  const source = { bytes, path, password: undefined, assetsBase: "", recogniser: null };
  const opened = await htmlFormat.open(source);
  const pages: Page[] = [];
  for (let number = 1; number <= opened.pageCount; number++) {
    pages.push(await opened.readPage(number));
  }
  const { bookmarks, metadata } = opened;
  const about = { path, bookmarks, metadata };
  return { ordinal, about, pages };
}

/** The id of the document stored under a path. */
export function idOf(path: string): string {
  return path.replace(/\.html$/, "");
}

function asWebPage({ title, text }: IrDocument): string {
  const heading = escaped(title);
  const head = title === "" ? "" : `<title>${heading}</title><h1>${heading}</h1>`;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => `<p>${escaped(paragraph)}</p>`);
  return `<!doctype html>${head}${paragraphs.join("\n")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
