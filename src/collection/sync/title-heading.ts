import { isAuthority } from "../../core/index.js";

/** The name of a form in a filing: "FORM 10-K", "Form 8-K/A". */
const filedForm = /^form\s+(\d{1,2}-[a-z]{1,3}(?:\/a)?)$/iu;
/** The legal form or the kind of an organisation, at the end of its name. */
const organisation =
  /(?<![a-zß-ɏḀ-ỿ])(?:inc|corp|corporation|company|co|plc|ltd|limited|llc|l\.?p|n\.?v|s\.?a|ag|se|group|holdings|trust|bancorp)\.?$/iu;
/**
 * The heading that serves as a document's title: the first one on its first page. The cover of a
 * filing begins with the authority and the form, so its title consists of the company and the form
 * if both are headings, too. Null if the authority is the only heading.
 */
export function titleHeading(headings: readonly string[]): string | null {
  const [first = null] = headings;
  const at = headings.findIndex((heading) => filedForm.test(heading));
  const company = headings.slice(at + 1).find((heading) => organisation.test(heading));
  if (at >= 0 && company !== undefined) {
    return `${company}, Form ${filedForm.exec(headings[at] ?? "")?.[1]?.toUpperCase()}`;
  }
  return headings.some(isAuthority) && (at >= 0 || isAuthority(first ?? "")) ? null : first;
}
