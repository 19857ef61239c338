import { decodeText } from "../decode-text.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { openParts, textMetadata } from "../parts.js";
import { markdownBlocks } from "./blocks.js";
import { readFrontMatter } from "./front-matter.js";

/** Opens a Markdown file. */
export async function openMarkdown({ bytes }: ParseSource): Promise<OpenDocument> {
  const text = decodeText(bytes).replace(/\r\n?/g, "\n");
  const { values, body } = readFrontMatter(text);
  const blocks = [...markdownBlocks(body)];
  const topHeading = blocks.find(({ kind, level }) => kind === "heading" && level === 1);
  return openParts(
    blocks,
    textMetadata(bytes.length, {
      title: values.get("title") ?? topHeading?.lines[0] ?? null,
      author: values.get("author") ?? null,
      subject: values.get("description") ?? null,
      keywords: values.get("keywords") ?? null,
    }),
  );
}
