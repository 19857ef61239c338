import { parseEvidenceId } from "../core/passage.js";
import { neighbours as neighboursReading, passagesById } from "../reading/passages-by-id.js";
import { preview as previewReading, read as readReading } from "../reading/read.js";
import { counted } from "../reading/wording.js";
import { readTarget, targetWords } from "./read-target.js";
import {
  fromSchema,
  inDocuments,
  listSchema,
  objectSchema,
  type Tool,
  type ToolContext,
  textSchema,
  whereRead,
} from "./tool.js";

type Call = {
  readonly what: string;
  readonly neighbours?: number;
  readonly from?: string;
};

/** The text of a document, a section, pages, or a passage with those around it. */
export const readTool: Tool<Call> = {
  name: "read",
  description:
    "Reads a document (d3), section (d3.h5), pages (d3.p12-14), or a passage (d3.p12.s4) with so many neighbours.",
  parameters: objectSchema(
    {
      what: textSchema(160, "a document (d3), section (d3.h5), pages (d3.p12-14) or passage"),
      neighbours: {
        type: "integer",
        minimum: 0,
        maximum: 9,
        description: "passages before and after the passage",
      },
      from: fromSchema,
    },
    ["neighbours", "from"],
  ),
  readOnly: true,
  describe: ({ what, neighbours = 0 }) =>
    `Read ${targetWords(what)}${neighbours > 0 ? " and what is around it" : ""}`,
  async run({ what, neighbours: count = 0, from: given }, { reader, budget, signal }) {
    const { target, from } = await readTarget(what, { reader, signal });
    const around = count > 0 && parseEvidenceId(target) !== null && !given && !from;
    const reading = around
      ? await neighboursReading(reader, target, budget, { before: count, after: count, signal })
      : await readReading(reader, target, budget, { from: given ?? from, signal });
    const where = whereRead(reading, await reader.documents({ signal }));
    const summary = where ? `Read ${where}` : "No text there";
    return { text: reading.text, evidence: reading.evidence, summary };
  },
};

type PreviewCall = {
  readonly what: string;
};

const tokens = 200;

/** The beginning of something that can be read. */
export const previewTool: Tool<PreviewCall> = {
  name: "preview",
  description: "The first lines of anything that read can read.",
  parameters: objectSchema({
    what: textSchema(160, "a document (d3), section (d3.h5) or pages (d3.p12-14)"),
  }),
  readOnly: true,
  describe: ({ what }) => `Looked at the beginning of ${targetWords(what)}`,
  async run({ what }, { reader, budget, signal }) {
    const { target } = await readTarget(what, { reader, signal });
    const { limit, countTokens } = budget;
    const options = { tokens: Math.min(tokens, limit), countTokens, signal };
    const reading = await previewReading(reader, target, options);
    const where = whereRead(reading, await reader.documents({ signal }));
    const summary = where ? `Read the beginning: ${where}` : "No text there";
    return { text: reading.text, evidence: reading.evidence, summary };
  },
};

type PassagesCall = {
  readonly ids: readonly string[];
  readonly from?: string;
};

/** Whole passages by their ids. */
export const getPassagesTool: Tool<PassagesCall> = {
  name: "get_passages",
  description: "Whole passages by their ids, such as d3.p12.s4.",
  parameters: objectSchema(
    { ids: listSchema(textSchema(24), 10, "such as d3.p12.s4"), from: fromSchema },
    ["from"],
  ),
  readOnly: true,
  describe: ({ ids }) => `Read ${counted(ids.length, "passage")}`,
  async run({ ids, from }, { reader, budget, signal }) {
    const names = ids.flatMap((id) => id.split(",")).map((id) => id.replace(/[[\]\s]/g, ""));
    const wanted = await withPages(
      names.filter((name) => name !== ""),
      { reader, signal },
    );
    const { text, evidence } = await passagesById(reader, wanted, budget, { from, signal });
    const documents = await reader.documents({ signal });
    const summary = `Read ${counted(evidence.length, "passage")} ${inDocuments(evidence, documents)}`;
    return { text, evidence, summary };
  },
};

/** The names, with the passages of a page in the place of the page. */
async function withPages(
  names: readonly string[],
  { reader, signal }: Pick<ToolContext, "reader" | "signal">,
): Promise<string[]> {
  const documents = await reader.documents({ signal });
  const wanted = names.map(async (name) => {
    const [, id, page] = /^(d\d+)\.p(\d{1,9})$/.exec(name) ?? [];
    const document = documents.find((each) => each.id === id);
    const number = Number(page);
    if (!document || number < 1 || number > document.pages.total) return [name];
    const pages = { from: number, to: number };
    const passages = await reader.passages(document.id, { pages, signal });
    return passages.length === 0 ? [name] : passages.map((passage) => passage.id);
  });
  return (await Promise.all(wanted)).flat();
}
