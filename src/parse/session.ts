// TEMPORARY: replaced by the real one.
import { PagehoundError } from "../core/errors.js";
import type { ParseApi, ParseSetup } from "./api.js";
import type { OpenDocument } from "./format.js";
import { markdownFormat } from "./markdown/format.js";
import { textFormat } from "./text/format.js";

export function createParseSession(setup: ParseSetup): ParseApi {
  let document: OpenDocument | null = null;
  return {
    async open({ blob, path, password }) {
      if (blob.size === 0) throw new PagehoundError("empty-file", `${path} is empty.`);
      const format = path.endsWith(".md") ? markdownFormat : textFormat;
      document = await format.open({ blob, path, password, ...setup });
      const { metadata, pageCount, bookmarks } = document;
      return { format: format.id, formatVersion: format.version, pageUnit: format.pageUnit, metadata, pageCount, bookmarks };
    },
    async readPage({ number }) {
      if (!document) throw new Error("no document");
      return document.readPage(number);
    },
    async close() {
      await document?.close();
      document = null;
    },
  };
}
