import type { OpenedDocument } from "./opened-document.js";
import type { Zoom, ZoomMode } from "./zoom.js";

/** What the toolbar shows. */
export interface ToolbarState {
  readonly name: string;
  readonly path: string;
  readonly unit: "page" | "part";
  readonly page: number;
  readonly total: number;
  /** The label printed on the page, or null. */
  readonly label: string | null;
  /** 1 is the size on paper. */
  readonly zoom: number;
  readonly mode: ZoomMode;
  /** Whether a whole page can be fitted. */
  readonly hasPages: boolean;
}

/** What the toolbar shows of a document at a page. */
export function toolbarState(
  { target, slots, labels }: OpenedDocument,
  page: number,
  { factor, mode, hasPages }: Pick<Zoom, "factor" | "mode" | "hasPages">,
): ToolbarState {
  const { path, pageUnit } = target.document;
  return {
    name: fileName(path),
    path,
    unit: pageUnit,
    page,
    total: slots.length,
    label: labels?.[page - 1] ?? null,
    zoom: factor,
    mode,
    hasPages,
  };
}

/** The name of a file without its folders. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
