import type { Annotation } from "./annotation.js";
import { viewportOf } from "./page-viewport.js";
import type { PDFDocumentProxy, PDFPageProxy } from "./pdfjs.js";
import type { TextItem } from "./text-item.js";

const leading = 1.2;

/**
 * Whether the document has form fields. Told by its own list of them: to go through the fields
 * themselves takes minutes where they were made to expand.
 */
export async function hasFormFields(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await document.getMetadata();
  return (info as { IsAcroFormPresent?: boolean }).IsAcroFormPresent === true;
}

/** Characters of one value that are read; a field that holds a whole document is none. */
export const longestValue = 50_000;

/** What is filled in, chosen or ticked in a form field, a line at a time, where the field stands. */
export function fieldItems(annotation: Annotation, page: PDFPageProxy): TextItem[] {
  return linesIn(annotation, filledIn(annotation), page);
}

/** Lines of text that stand in an annotation's rectangle, from its top. */
export function linesIn(annotation: Annotation, text: string, page: PDFPageProxy): TextItem[] {
  const lines = text
    .slice(0, longestValue)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "");
  if (lines.length === 0) return [];
  const viewport = viewportOf(page);
  const [a = 0, b = 0, c = 0, d = 0] = annotation.rect ?? [];
  const [x1, y1] = viewport.convertToViewportPoint(a, b) as [number, number];
  const [x2, y2] = viewport.convertToViewportPoint(c, d) as [number, number];
  const left = Math.min(x1, x2);
  const top = Math.min(y1, y2);
  const height = Math.abs(y2 - y1);
  const asked = annotation.defaultAppearanceData?.fontSize || Math.min(10, height * 0.7);
  // What can be scrolled to inside the field stays inside it, too, and out of the lines below.
  const size = Math.min(asked, height / (1 + leading * (lines.length - 1)));
  const free = lines.length === 1 ? Math.max(0, height - size) / 2 : 0;
  return lines.map((line, index) => {
    const baseline = top + free + size * (0.8 + leading * index);
    return {
      text: line,
      left,
      top: baseline - size * 0.8,
      // As wide as the text may be: what is printed beside the field is no part of it.
      right: Math.min(Math.max(x1, x2), left + line.length * size * 0.5),
      bottom: baseline + size * 0.2,
      baseline,
      size,
      font: "",
      turn: 0 as const,
      rightToLeft: false,
    };
  });
}

function filledIn(annotation: Annotation): string {
  const { fieldType, fieldValue, password, textContent } = annotation;
  if (password) return "";
  if (fieldType === "Btn") return isTicked(annotation) ? "☒" : "";
  if (fieldType === "Ch") return chosen(annotation);
  if (fieldType !== "Tx") return "";
  return typeof fieldValue === "string" ? fieldValue : (textContent?.join("\n") ?? "");
}

function isTicked(annotation: Annotation): boolean {
  const { fieldValue, checkBox, radioButton, exportValue, buttonValue } = annotation;
  if (typeof fieldValue !== "string" || fieldValue === "Off" || fieldValue === "") return false;
  if (checkBox) return exportValue === undefined || fieldValue === exportValue;
  return radioButton === true && fieldValue === buttonValue;
}

/** Of what is chosen in a list, so many are told. */
const longestChoice = 200;
/** Longer lists cannot be seen as a whole; of those only what is chosen is told. */
const longestList = 24;

/** What is chosen; of a list that shows what could be chosen, all of it, the chosen ones ticked. */
function chosen({ fieldValue, options = [], combo }: Annotation): string {
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const named = values
    .slice(0, longestChoice)
    .filter((value) => typeof value === "string")
    .map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value);
  if (combo || options.length > longestList) return named.join("\n");
  return options
    .map(({ displayValue }) => `${named.includes(displayValue) ? "☒" : "☐"} ${displayValue}`)
    .join("\n");
}
