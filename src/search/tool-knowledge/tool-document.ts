import { hexadecimal, isRecord } from "../../core/index.js";

/** A parameter of a tool, as far as a search for the tool needs it. */
export interface ToolParameter {
  readonly name: string;
  /** Empty where nothing is said of it. */
  readonly description: string;
}

/**
 * A tool as it is searched: the five parts of a tool document (Lumer et al., "Toolshed", ICAART 2025,
 * section 3.4.1). Only the name has to be there; what is not known is empty.
 */
export interface ToolDocument {
  /** Unique in a knowledge base, as programs write it: `getWaterQuality`, `look_up_price`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ToolParameter[];
  /** Questions that the tool would answer, made up by whoever describes it. */
  readonly questions: readonly string[];
  readonly topics: readonly string[];
}

/** The steps of a search for tools, each of which can be left out to measure what it is worth. */
export interface ToolRanking {
  /** Names such as `getWaterQuality` are split into words. */
  readonly split: boolean;
  /** Words are compared by their stems. */
  readonly stems: boolean;
  /** A request of several wishes is searched wish by wish, too. */
  readonly clauses: boolean;
  /** A word of a name counts more than one of a description. */
  readonly weights: boolean;
}

/** All steps. */
export const wholeRanking: ToolRanking = { split: true, stems: true, clauses: true, weights: true };

/** A tool as protocols describe it; `parameters` is the JSON schema of its arguments. */
export interface DescribedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
  readonly questions?: readonly string[] | undefined;
  readonly topics?: readonly string[] | undefined;
}

/** A tool that describes more is searched by the first of it. */
const mostParameters = 100;
const deepest = 5;
/** Characters of a text that are searched: descriptions of whole manuals would outweigh all else. */
const longestText = 4_000;
/** Questions and topics of a tool that are searched. */
export const mostQuestions = 100;

/** A tool as it is searched. Any description does: what has not the form it should have is left out. */
export function toolDocumentOf(tool: DescribedTool): ToolDocument {
  const { name, description, parameters, questions, topics } = tool;
  return {
    name,
    description: textOf(description),
    parameters: [...parametersIn(parameters, deepest)].slice(0, mostParameters),
    questions: textsOf(questions),
    topics: textsOf(topics),
  };
}

/** The properties of a schema, those inside others after them; values that may be chosen count as words about it. */
function* parametersIn(schema: unknown, depth: number): Generator<ToolParameter> {
  if (!isRecord(schema) || depth === 0) return;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    const { description, enum: choices } = isRecord(property) ? property : {};
    const texts = [textOf(description), ...textsOf(choices)].filter((text) => text !== "");
    yield { name: textOf(name), description: textOf(texts.join(" ")) };
  }
  for (const property of Object.values(properties)) yield* parametersIn(property, depth - 1);
  yield* parametersIn(schema.items, depth - 1);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, longestText) : "";
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).slice(0, mostQuestions) : [];
}

/** A name in the way of programs, such as `getHTMLPage_2`, as words: "get HTML Page 2". */
export function inWords(name: string): string {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, " ")
    .replace(/[_\-./:\s]+/gu, " ")
    .trim();
}

/** The tool as one text, of which a vector is made. */
export function documentText(document: ToolDocument): string {
  const { name, description, parameters, questions, topics } = document;
  const taken = parameters.map((each) => [inWords(each.name), each.description].join(" ").trim());
  return [
    `${inWords(name)}: ${description}`,
    topics.join(", "),
    taken.join("; "),
    questions.join(" "),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Whether two tools of one name are searched by the same: as `contentHash` tells, in a hundredth of the time. */
export function sameContent(one: ToolDocument, other: ToolDocument): boolean {
  return (
    one.description === other.description &&
    sameItems(one.questions, other.questions) &&
    sameItems(one.topics, other.topics) &&
    sameItems(one.parameters, other.parameters, (parameter, { name, description }) => {
      return parameter.name === name && parameter.description === description;
    })
  );
}

function sameItems<Item>(
  some: readonly Item[],
  others: readonly Item[],
  same: (one: Item, other: Item) => boolean = Object.is,
): boolean {
  return (
    some.length === others.length && some.every((item, index) => same(item, others[index] as Item))
  );
}

/** SHA-256 of all that is searched of a tool, in hexadecimal: the same for the same content. */
export async function contentHash(document: ToolDocument): Promise<string> {
  const { name, description, parameters, questions, topics } = document;
  const taken = parameters.map((each) => [each.name, each.description]);
  const content = JSON.stringify([name, description, taken, questions, topics]);
  return hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content)));
}
