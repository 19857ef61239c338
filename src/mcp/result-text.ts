import { PagehoundError } from "../core/errors.js";
import { oneLine } from "../core/one-line.js";
import { asText, longestText, plainText, textWithin } from "../tools/foreign-text.js";
import type { ContentBlock, ResourceContents, ServerReply } from "./api.js";

/**
 * What a server answered, as text for a model: at most about so many tokens, with what is left out
 * said at the end. Throws `tool-server-failed` for an answer that says that the call failed.
 */
export function replyText(reply: ServerReply, name: string, limit: number): string {
  const text = plainText(textOf(reply)).trim();
  if (reply.isError) {
    const said = oneLine(text, 1000) || "without a word";
    throw new PagehoundError("tool-server-failed", `${name} says that it did not work: ${said}`);
  }
  if (text === "") return "It answered without a text.";
  return textWithin(text, limit);
}

function textOf({ content, structuredContent }: ServerReply): string {
  const blocks = content.map(blockText).filter((text) => text !== "");
  // Servers repeat in text what they give in a form.
  if (blocks.length > 0 || structuredContent === undefined) return blocks.join("\n\n");
  return JSON.stringify(structuredContent, null, 1).slice(0, longestText);
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return asText(block.text, undefined);
    case "resource":
      return resourceText(block.resource);
    case "resource_link":
      return `${oneLine(block.name, 200)}: ${oneLine(block.uri, 500)}`;
    default:
      return `(${block.type}, not shown)`;
  }
}

function resourceText(resource: ResourceContents): string {
  const { uri, mimeType } = resource;
  if ("text" in resource) return asText(resource.text, mimeType);
  return `(${oneLine(uri, 200)}: ${oneLine(mimeType ?? "a file", 80)}, not shown)`;
}
