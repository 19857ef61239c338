import { asDocument, asPage } from "../../core/tool-text.js";
import type { Answer, Citation } from "../../index.js";
import type { I18n } from "../i18n/i18n.js";
import type { OpenedPage } from "./page-pane.js";

/**
 * What a tool gave as a document of one page, of the answer that cites it: other answers may have others
 * under the same id. Null where none of them has it.
 */
export function toolPage(
  citation: Citation,
  answers: readonly (Answer | null)[],
  words: I18n,
): Pick<OpenedPage, "document" | "source"> | null {
  const answer = answers.find((one) =>
    one?.sentences.some(({ citations }) => citations.includes(citation)),
  );
  const given = answer?.toolTexts?.find(({ document }) => document === citation.document);
  if (!given) return null;
  return {
    document: { ...asDocument(given), path: `${citation.path}, ${words.day(given.at)}` },
    source: {
      outline: async () => [],
      page: async () => asPage(given),
      original: async () => new Blob([given.text], { type: "text/plain" }),
    },
  };
}
