/** The index of tool descriptions, loaded on demand because it includes all languages' stemmers. */
export function loadToolKnowledge(): Promise<typeof import("./tool-knowledge/tool-knowledge.js")> {
  return import("./tool-knowledge/tool-knowledge.js");
}
