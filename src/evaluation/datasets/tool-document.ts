import type { EvaluationDocument } from "../data-set.js";
import { madePath } from "./documents.js";

/** A tool of a catalogue, as far as a search for it needs. */
export interface CatalogueTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/**
 * A tool as a document in Markdown: its name in words as heading, what it does, and what it takes. The
 * path is the name.
 */
export function toolDocument({ name, description, parameters }: CatalogueTool): EvaluationDocument {
  const taken = parameters.map(
    (parameter) => `- ${plain(inWords(parameter.name))}: ${plain(parameter.description)}`,
  );
  const parts = [`# ${plain(inWords(name))}`, plain(description), taken.join("\n")];
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return { path: madePath(name, ".md"), text };
}

/** A name in the way of programs, such as `getHTMLPage_2`, as words: "get HTML Page 2". */
function inWords(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim();
}

/** On one line, with what Markdown would take for marks written so that it does not. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>&|~#]/g, "\\$&");
}
