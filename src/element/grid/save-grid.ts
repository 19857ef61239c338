import {
  formatTemplate,
  type GridForm,
  type GridTable,
  type GridWords,
  gridFile,
  gridForms,
} from "../../grid/index.js";
import { formatLink } from "../address/place.js";
import { gridWords } from "../i18n/english/grid.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import { exportName, saveBlob, saveFile } from "../shell/save-file.js";
import type { Shell } from "../shell/shell.js";

addEnglish(gridWords);

/** Saves a grid, or only its questions, as a file, and announces it. */
export async function saveGrid(
  { setup, surface, words }: Pick<Shell, "setup" | "surface" | "words">,
  table: GridTable,
  form: GridForm | "template",
): Promise<void> {
  const stem = exportName(table.title, words.t("export.file"), new Date());
  const file = form === "template" ? `${stem}.json` : `${stem}.${gridForms[form].ending}`;
  if (form === "template") saveFile(file, "application/json", formatTemplate(table));
  else {
    // Links work only if the page keeps the reader's place in its address.
    const link = setup.keepsAddress
      ? ({ document: { hash } }: GridTable["rows"][number], { page, span }: Place) =>
          new URL(formatLink({ document: hash, page, span }), location.href).href
      : undefined;
    saveBlob(file, await gridFile(table, form, { words: fileWords(words), link }));
  }
  surface.announce(words.t("conversations.saved", { file }));
}

type Place = NonNullable<GridTable["rows"][number]["answers"][number]>["citations"][number];

/** The words of a saved grid, in the language of the interface. */
function fileWords({ locale, t }: I18n): GridWords {
  return {
    locale,
    document: t("grid.document"),
    title: t("grid.document.title"),
    column: t("grid.column.question"),
    answer: t("grid.answer.column"),
    status: t("grid.status"),
    quote: t("grid.quote"),
    page: t("grid.page"),
    total: t("grid.total"),
    mean: t("grid.mean"),
    checked: t("grid.review.checked"),
    wrong: t("grid.review.wrong"),
    missing: t("grid.status.missing"),
    statuses: {
      likely: t("grid.status.likely"),
      possible: t("grid.status.possible"),
      unclear: t("grid.status.unclear"),
      absent: t("grid.status.absent"),
      failed: t("grid.status.failed"),
    },
    remarks: {
      "no-number": t("grid.remark.no-number"),
      "no-date": t("grid.remark.no-date"),
      "no-choice": t("grid.remark.no-choice"),
      "no-yes-no": t("grid.remark.no-yes-no"),
      "other-unit": t("grid.remark.other-unit"),
      several: t("grid.remark.several"),
    },
    yes: t("grid.yes"),
    no: t("grid.no"),
  };
}
