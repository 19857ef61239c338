import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { BadInput } from "../../../cli/bad-input.js";
import { paragraphsOf } from "../scale/paragraphs.js";
import { ScaledText } from "../scale/scaled-text.js";

/**
 * Endless text that resembles the HTML, Markdown and text files in a folder: their own paragraphs,
 * then the same paragraphs with rare words replaced. Throws `BadInput` if the files contain too
 * little text.
 */
export async function sampleText(folder: string): Promise<ScaledText> {
  const names = await readdir(folder).catch(() => {
    throw new BadInput(`There is no folder ${folder}. Name another one with --path DIR.`);
  });
  const texts: string[] = [];
  for (const name of names.sort()) {
    const extension = path.extname(name);
    if (![".html", ".md", ".txt"].includes(extension)) continue;
    const content = await readFile(path.join(folder, name), "utf8");
    texts.push(extension === ".html" ? textOf(parse(content)) : content);
  }
  const paragraphs = paragraphsOf(texts.join("\n"));
  if (paragraphs.length >= 20) return new ScaledText(paragraphs);
  throw new BadInput(
    `The HTML, Markdown and text files in ${folder} hold too little text to learn from; 3,000 words are needed.`,
  );
}

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value.replace(/\s+/g, " ");
  if (node.nodeName === "style" || node.nodeName === "script") return "";
  const children = "childNodes" in node ? node.childNodes : [];
  const text = children.map(textOf).join("");
  if (node.nodeName === "td" || node.nodeName === "th") return `${text} `;
  return /^(p|h\d|li|tr|div|caption)$/.test(node.nodeName) ? `${text}\n` : text;
}
