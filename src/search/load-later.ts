/** The index of tools' descriptions, which comes with the stemmers of all languages. */
export function loadToolKnowledge(): Promise<typeof import("./tool-knowledge/tool-knowledge.js")> {
  return import("./tool-knowledge/tool-knowledge.js");
}
