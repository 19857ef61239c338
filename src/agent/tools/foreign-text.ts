import { truncated, trustedHtml } from "../../core/index.js";

// Results of tools that other parties run, as text for a model.

/** Maximum number of characters of a foreign text that are read. */
export const longestText = 400_000;
/** Characters for each token of a result's budget, more than most words have. */
const perToken = 6;

/** The start of a text, of approximately this many tokens, with a note of what is left out. */
export function textWithin(text: string, limit: number): string {
  const most = Math.min(longestText, Math.max(200, limit * perToken));
  if (text.length <= most) return text;
  const shown = truncated(text, most);
  return `${shown}\n… (the first ${shown.length} of ${text.length} characters)`;
}

/** The text of a plain text or an HTML page. */
export function asText(text: string, mimeType: string | undefined): string {
  const whole = text.slice(0, longestText);
  const isHtml =
    mimeType?.startsWith("text/html") ??
    /^\s*<(?:!doctype html|html|body|div|p|table)\b/i.test(whole);
  return isHtml ? htmlText(whole) : whole;
}

const apart =
  "address, article, blockquote, div, dd, dt, h1, h2, h3, h4, h5, h6, li, p, pre, section, table, tr, br";
const unseen = "script, style, template, noscript, head, iframe, object, svg";

/** The text of a page that is never displayed: no script in it runs, and nothing is fetched. */
function htmlText(html: string): string {
  // Strict policies report styles even if nothing is displayed.
  const plain = html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, "")
    .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  // Outside a browser only the tags are removed.
  if (!("DOMParser" in globalThis)) return withoutMarks(plain);
  const { body } = new DOMParser().parseFromString(trustedHtml(plain), "text/html");
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const cell of body.querySelectorAll("td, th")) cell.append("\t");
  for (const element of body.querySelectorAll(apart)) element.after("\n");
  return (body.textContent ?? "").replace(/[^\S\n\t]+/g, " ");
}

function withoutMarks(html: string): string {
  return html
    .replace(/<(script|template|noscript|head|iframe|object|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/<[^>]*(?:>|$)/g, (tag) => (!tag.endsWith(">") ? tag : lineTag.test(tag) ? "\n" : ""))
    .replace(/[^\S\n\t]+/g, " ");
}

/** A tag that begins or ends a line. */
const lineTag = /^<\/?(?:p|div|li|tr|br|h[1-6]|table|section|article|pre)\b/i;

/** A text without invisible characters: a model reads only what a person can see. */
export function plainText(text: string): string {
  return text
    .slice(0, longestText)
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\n{3,}/g, "\n\n");
}
