/**
 * Puts text of documents between marks, so that a model can tell data from what it is told. Marks
 * inside the text are taken apart, so that no document can end its fence.
 */
export function fenced(name: string, attributes: string, text: string): string {
  const head = attributes === "" ? name : `${name} ${attributes}`;
  return `<${head}>\n${text.replace(/<(\/?)(result|documents|passages|text|notes|conversation)\b/gi, "<$1 $2")}\n</${name}>`;
}
