import { decodeText } from "../decode-text.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { openParts, textMetadata } from "../parts.js";
import { markdownBlocks } from "./blocks.js";

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

/** What stands between the lines of dashes at the top of a Markdown file. */
export interface FrontMatter {
  /** The simple `key: value` lines; keys in lower case. */
  readonly values: ReadonlyMap<string, string>;
  /** The text after it. */
  readonly body: string;
}

const fence = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** A key, a list entry, a comment, an indented continuation or nothing. */
const metadataLine = /^(?:[\w-]+:(?:\s.*)?|\s+.*|- .*|#.*|)$/;

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  return quoted?.[2] ?? value;
}

/** Takes the front matter off a Markdown text. Two rules with prose between them are not taken for it. */
export function readFrontMatter(text: string): FrontMatter {
  const values = new Map<string, string>();
  // Front matter longer than this is something else, and would be slow to look for.
  const match = fence.exec(text.slice(0, 65_536));
  const lines = match?.[1]?.split("\n") ?? [];
  if (!match || !lines.every((line) => metadataLine.test(line))) return { values, body: text };
  for (const line of lines) {
    const pair = /^([\w-]+):\s+(.+?)\s*$/.exec(line);
    if (pair?.[1] && pair[2]) values.set(pair[1].toLowerCase(), unquote(pair[2]));
  }
  return { values, body: text.slice(match[0].length) };
}
