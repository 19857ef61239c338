/** Characters of a text of somebody else that are looked at. */
export const longestText = 400_000;
/** Characters for each token of a result's room, as few words have. */
const perToken = 6;

/** The beginning of a text that may have about so many tokens, with what is left out said at its end. */
export function textWithin(text: string, limit: number): string {
  const most = Math.min(longestText, Math.max(200, limit * perToken));
  if (text.length <= most) return text;
  const shown = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${shown}\n… (the first ${shown.length} of ${text.length} characters)`;
}

/** The text of what came as a text or as a page. */
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

/** The text of a page that is never shown: nothing of it runs, and nothing is fetched. */
function htmlText(html: string): string {
  // Strict policies complain of styles even where nothing is shown.
  const plain = html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, "")
    .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");
  // Outside of a browser the marks are taken out alone.
  if (!("DOMParser" in globalThis)) return withoutMarks(plain);
  const { body } = new DOMParser().parseFromString(plain, "text/html");
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const cell of body.querySelectorAll("td, th")) cell.append("\t");
  for (const element of body.querySelectorAll(apart)) element.after("\n");
  return (body.textContent ?? "").replace(/[^\S\n\t]+/g, " ");
}

function withoutMarks(html: string): string {
  return html
    .replace(/<(script|template|noscript|head|iframe|object|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/<\/?(?:p|div|li|tr|br|h[1-6]|table|section|article|pre)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/[^\S\n\t]+/g, " ");
}

/** Without characters that are not seen: what a model reads, a person can read, too. */
export function plainText(text: string): string {
  return text
    .slice(0, longestText)
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/\n{3,}/g, "\n\n");
}
