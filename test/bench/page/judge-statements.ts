import { verifyAnswer } from "../../../src/agent/verify/verify-answer.js";
import type { DocumentId } from "../../../src/core/document.js";
import type { PassageText } from "../../../src/core/passage.js";
import type { Pagehound } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** Statements about one row of a document, all of which cite it. */
export interface CitingStatements {
  readonly document: string;
  /** Numbered from 1; null to look on all pages. */
  readonly page: number | null;
  /** Texts of the row's cells. */
  readonly row: readonly string[];
  readonly question: string;
  readonly statements: readonly string[];
}

/** The checker's verdict on each statement; null if the row is not in the document. */
export type Judged = readonly {
  readonly supported: boolean;
  /** Why it was rejected, in words. */
  readonly reason: string;
}[];

/** Adds texts as documents to the collection `name`. */
export async function addTexts(request: {
  name: string;
  documents: readonly { readonly path: string; readonly text: string }[];
}): Promise<void> {
  const collection = await openCollection(request.name);
  const inputs = request.documents.map(({ path, text }) => ({ path, file: new Blob([text]) }));
  for await (const event of collection.add(inputs)) {
    if (event.type === "document-refused") void globalThis.say(`${event.path}: ${event.message}`);
  }
  collection.close();
}

/** Has the library's checker judge statements as if a model had written them. */
export async function judgeStatements(request: {
  name: string;
  cases: readonly CitingStatements[];
}): Promise<(Judged | null)[]> {
  const collection = await openCollection(request.name);
  const ids = new Map((await collection.documents()).map(({ path, id }) => [path, id]));
  const judged: (Judged | null)[] = [];
  for (const one of request.cases) {
    const id = ids.get(one.document);
    const citation = id === undefined ? null : await citationOf(collection, id, one);
    judged.push(citation && (await judge(collection, one, citation)));
  }
  collection.close();
  return judged;
}

interface RowCitation {
  readonly id: PassageText["id"];
  readonly quote: string;
}

/** The passage that contains the row, and the row's text in it. */
async function citationOf(
  collection: Pagehound,
  document: DocumentId,
  { page, row }: CitingStatements,
): Promise<RowCitation | null> {
  const pages = page === null ? {} : { pages: { from: page, to: page } };
  const wanted = withoutSpace(row.join(""));
  for (const { id, text } of await collection.passages(document, pages)) {
    const line = text.split("\n").find((one) => withoutSpace(one) === wanted);
    if (line !== undefined) return { id, quote: line };
  }
  return null;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}

async function judge(
  collection: Pagehound,
  { question, statements }: CitingStatements,
  citation: RowCitation,
): Promise<Judged> {
  const sentences = statements.map((text) => ({ text, citations: [citation] }));
  const checked = await verifyAnswer(
    { enough: true, missing: "", sentences },
    {
      reader: collection,
      question,
      calculations: [],
      seen: [citation.id],
      signal: new AbortController().signal,
    },
  );
  return checked.map(({ supported, unsupportedNumbers, dropped }) => ({
    supported,
    reason: [...unsupportedNumbers.map((number) => `“${number}” stands nowhere`), ...dropped].join(
      "; ",
    ),
  }));
}
