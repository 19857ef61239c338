import { type Annotation, visibleAnnotations } from "./annotation.js";
import { drawnText } from "./drawn-text.js";
import { fieldItems, linesIn, longestValue } from "./form-fields.js";
import type { PDFPageProxy } from "./pdfjs.js";
import type { TextItem } from "./text-item.js";

/**
 * The text that stands on a page without being part of it: what is filled into its form fields, what
 * stamps, signatures, text boxes and buttons show, each where it stands; and what people wrote as
 * notes and comments, which has no place among the lines.
 *
 * Of so many, or so much, that no page would show it, the first are taken; `cut` tells that.
 *
 * @param hasFields whether the document has a form
 */
export async function annotationItems(
  page: PDFPageProxy,
  hasFields: boolean,
): Promise<{ readonly items: readonly TextItem[]; readonly cut: boolean }> {
  const all = await visibleAnnotations(page);
  const annotations = all.slice(0, mostAnnotations);
  const drawing = annotations.filter(showsText);
  const drawn =
    drawing.length === 0
      ? null
      : await drawnText(
          page,
          drawing.map(({ id }) => id),
        );
  const items: TextItem[] = [];
  let characters = 0;
  let cut = all.length > annotations.length;
  for (const annotation of annotations) {
    const found = itemsOf(annotation);
    cut ||= isLong(annotation);
    for (const item of found) characters += item.text.length;
    if (characters > mostCharacters) {
      cut = true;
      break;
    }
    items.push(...found);
  }
  return { items, cut };

  function itemsOf(annotation: Annotation): TextItem[] {
    const { subtype, id } = annotation;
    const shown = (id !== undefined && drawn?.get(id)) || [];
    if (shown.length > 0) return shown;
    if (subtype === "Widget") return hasFields ? fieldItems(annotation, page) : [];
    const contents = annotation.contentsObj?.str ?? "";
    if (subtype === "FreeText") return linesIn(annotation, contents, page);
    return silent.has(subtype) ? [] : linesIn(annotation, contents, page).map(apart);
  }
}

function isLong({ fieldValue, contentsObj }: Annotation): boolean {
  const length = typeof fieldValue === "string" ? fieldValue.length : 0;
  return Math.max(length, contentsObj?.str?.length ?? 0) > longestValue;
}

/** Annotations of a page that are read … */
const mostAnnotations = 5_000;
/** … and characters in them: a hundred pages of print. */
const mostCharacters = 300_000;

/** What links and attachments say of themselves is for their programs; pop-ups repeat their parents. */
const silent: ReadonlySet<string | undefined> = new Set([
  "Link",
  "Popup",
  "FileAttachment",
  "Screen",
  "Movie",
  "Sound",
  "RichMedia",
  "3D",
]);

/** Marks on the page's own text, and icons. */
const wordless: ReadonlySet<string | undefined> = new Set([
  ...silent,
  "Text",
  "Highlight",
  "Underline",
  "Squiggly",
  "StrikeOut",
  "Caret",
  "Ink",
]);

/** Whether the text of an annotation is what its drawing shows. */
function showsText({
  subtype,
  fieldType,
  hasAppearance,
  checkBox,
  radioButton,
}: Annotation): boolean {
  if (!hasAppearance || wordless.has(subtype)) return false;
  if (subtype !== "Widget") return true;
  return fieldType === "Sig" || (fieldType === "Btn" && !checkBox && !radioButton);
}

/** Text that stands in no line is read after all others. */
function apart(item: TextItem): TextItem {
  return { ...item, turn: null };
}
