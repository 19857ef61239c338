import type { TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../core/index.js";
import { pickListView } from "../documents/pick-list-view.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { Filling, Notebooks } from "./notebooks.js";

addEnglish(paneWords);

/** See `.placing label` in the style sheet. */
const rowHeight = 40;

/** All documents, to put into the chosen notebook or take out of it. */
export function fillingView(
  notebooks: Notebooks,
  { notebook, rows: window }: Filling,
): TemplateResult {
  const { documents: list, shell } = notebooks;
  const isPicked = ({ id }: DocumentSummary): boolean =>
    notebooks.contents?.documents.has(id) ?? false;
  return pickListView(
    { list, shell },
    {
      documents: list.all,
      rowHeight,
      window,
      isPicked,
      toggle: (document) =>
        void (isPicked(document)
          ? notebooks.remove(notebook, [document])
          : notebooks.add(notebook, [document])),
      place: ".placing .scope-rows",
    },
  );
}
