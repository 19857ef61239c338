import type { GoldEvidence } from "../data-set.js";
import { fileDocuments } from "./documents.js";
import { type DataSetLayout, filesBelow } from "./layout.js";
import { QuestionList } from "./question-list.js";
import { topFields } from "./source-files.js";

const folder = "source_files";

/**
 * Data sets of LlamaHub (`LabelledRagDataset` of LlamaIndex): `rag_dataset.json`, or a file whose name
 * begins like that, and the documents in `source_files/`. The reference contexts are the evidence, as
 * passages; with several documents the data does not say in which of them a passage stands, and
 * `document` is empty. Questions are numbered from 1.
 */
export const llamahub: DataSetLayout = {
  name: "llamahub",
  description: "rag_dataset.json and source_files/",
  matches: (paths) => questionFile(paths) !== null && filesBelow(paths, folder).length > 0,
  read: async (reading) => {
    const documents = filesBelow(reading.paths, folder);
    const [only = ""] = documents.length === 1 ? documents : [];
    const list = new QuestionList();
    const top = await topFields(reading, questionFile(reading.paths) ?? "");
    if (top && !top.has("examples")) top.list("examples");
    for (const [index, fields] of (top?.records("examples") ?? []).entries()) {
      const evidence = fields
        .labels("reference_contexts")
        .map((text): GoldEvidence => ({ unit: "passage", document: only, text }));
      const answer = fields.optionalLabel("reference_answer");
      const question = {
        id: String(index + 1),
        text: fields.text("query"),
        answers: answer.trim() === "" ? [] : [answer],
        unanswerable: false,
        evidence,
        documents: null,
        kind: null,
        place: { ...fields.place, entry: `examples[${index}]` },
      };
      list.add(question, fields, "query");
    }
    if (documents.length > 1) {
      reading.notes.push(
        "The data does not say in which document a passage stands: evidence of passages names none.",
      );
    }
    return { documents: fileDocuments(documents), questions: list.questions };
  },
};

function questionFile(paths: readonly string[]): string | null {
  return paths.filter((path) => /^rag_dataset[^/]*\.json$/.test(path)).sort()[0] ?? null;
}
