import DOMPurify, { type Config } from "dompurify";
import { micromark } from "micromark";
import { trustedHtml, trustedScriptUrl } from "../../core/index.js";

/** A piece of a sentence: text, or text that is set off. */
export type InlinePiece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "strong" | "em" | "code"; readonly children: readonly InlinePiece[] };

// A sentence is one line: nothing in it may begin a heading, a list, a table or an element of the page.
const disabled = [
  "blockQuote",
  "codeFenced",
  "codeIndented",
  "definition",
  "headingAtx",
  "htmlFlow",
  "htmlText",
  "labelStartImage",
  "list",
  "setextUnderline",
  "thematicBreak",
];

/** The library's policy, as the sanitiser wants it. */
const policy = { createHTML: trustedHtml, createScriptURL: trustedScriptUrl };

/** Signs that may begin or end emphasis or code: reading them takes time that grows with their square. */
const signs = /[*_`[\]<&!]/g;
/** Nobody emphasises this much in a sentence. */
const maxSigns = 80;

/**
 * The Markdown of a sentence that a model wrote. Of all that Markdown can do, only emphasis and
 * code are left; links and images are their text, and an element is the characters it is written with.
 * A sentence that is full of Markdown's signs is shown as it is written.
 */
export function inlinePieces(text: string): InlinePiece[] {
  if ((text.match(signs)?.length ?? 0) > maxSigns) return [{ type: "text", text }];
  const markup = micromark(text, { extensions: [{ disable: { null: disabled } }] });
  const clean = DOMPurify.sanitize(markup, {
    ALLOWED_TAGS: ["strong", "em", "code", "#text"],
    ALLOWED_ATTR: [],
    KEEP_CONTENT: true,
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: policy as object as Config["TRUSTED_TYPES_POLICY"],
  });
  return pieces(clean);
}

function pieces(parent: Node): InlinePiece[] {
  const found: InlinePiece[] = [];
  for (const node of parent.childNodes) {
    const name = node.nodeName.toLowerCase();
    if (node.nodeType === Node.TEXT_NODE) {
      found.push({ type: "text", text: node.textContent ?? "" });
    } else if (name === "strong" || name === "em" || name === "code") {
      found.push({ type: name, children: pieces(node) });
    }
  }
  return found;
}
