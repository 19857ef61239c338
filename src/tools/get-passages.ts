import { passagesById } from "../reading/passages-by-id.js";
import { counted } from "../reading/wording.js";
import { fromSchema, listSchema, objectSchema, textSchema } from "./parameters.js";
import { inDocuments } from "./summaries.js";
import type { Tool, ToolContext } from "./tool.js";

type Call = {
  readonly ids: readonly string[];
  readonly from?: string;
};

/** Whole passages by their ids. */
export const getPassages: Tool<Call> = {
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
