import { passagesById } from "../reading/passages-by-id.js";
import { counted } from "../reading/wording.js";
import { fromSchema, listSchema, objectSchema, textSchema } from "./parameters.js";
import { inDocuments } from "./summaries.js";
import type { Tool } from "./tool.js";

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
  describe: ({ ids }) => `Read ${counted(ids.length, "passage")}`,
  async run({ ids, from }, { reader, budget, signal }) {
    const names = ids.flatMap((id) => id.split(",")).map((id) => id.replace(/[[\]\s]/g, ""));
    const wanted = names.filter((name) => name !== "");
    const { text, evidence } = await passagesById(reader, wanted, budget, { from, signal });
    const documents = await reader.documents({ signal });
    const summary = `Read ${counted(evidence.length, "passage")} ${inDocuments(evidence, documents)}`;
    return { text, evidence, summary };
  },
};
