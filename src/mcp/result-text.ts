import { PagehoundError } from "../core/errors.js";
import { oneLine } from "../core/one-line.js";
import type { ContentBlock, ResourceContents, ServerReply } from "./api.js";

/** Characters of a reply that are looked at. */
const longest = 400_000;
/** Characters for each token of a result's room, as few words have. */
const perToken = 6;

/**
 * What a server answered, as text for a model: at most about so many tokens, with what is left out
 * said at the end. Throws `tool-server-failed` for an answer that says that the call failed.
 */
export function replyText(reply: ServerReply, name: string, limit: number): string {
  const text = plainText(textOf(reply)).trim();
  const most = Math.min(longest, Math.max(200, limit * perToken));
  if (reply.isError) {
    const said = oneLine(text, 1000) || "without a word";
    throw new PagehoundError("tool-server-failed", `${name} says that it did not work: ${said}`);
  }
  if (text === "") return "It answered without a text.";
  if (text.length <= most) return text;
  const shown = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${shown}\n… (the first ${shown.length} of ${text.length} characters)`;
}

function textOf({ content, structuredContent }: ServerReply): string {
  const blocks = content.map(blockText).filter((text) => text !== "");
  // Servers repeat in text what they give in a form.
  if (blocks.length > 0 || structuredContent === undefined) return blocks.join("\n\n");
  return JSON.stringify(structuredContent, null, 1).slice(0, longest);
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

function asText(text: string, mimeType: string | undefined): string {
  const whole = text.slice(0, longest);
  const isHtml =
    mimeType?.startsWith("text/html") ??
    /^\s*<(?:!doctype html|html|body|div|p|table)\b/i.test(whole);
  return isHtml ? htmlText(whole) : whole;
}

const apart =
  "address, article, blockquote, div, dd, dt, h1, h2, h3, h4, h5, h6, li, p, pre, section, table, tr, br";
const unseen = "script, style, template, noscript, head, iframe, object, svg";

/** The text of a page that is never shown: nothing of it runs, and nothing is fetched. */
function htmlText(html: string): string {
  // Strict policies complain of styles even where nothing is shown.
  const plain = html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, "")
    .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  const { body } = new DOMParser().parseFromString(plain, "text/html");
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const cell of body.querySelectorAll("td, th")) cell.append("\t");
  for (const element of body.querySelectorAll(apart)) element.after("\n");
  return (body.textContent ?? "").replace(/[^\S\n\t]+/g, " ");
}

/** Without characters that are not seen: what a model reads, a person can read, too. */
function plainText(text: string): string {
  return text
    .slice(0, longest)
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\n{3,}/g, "\n\n");
}
