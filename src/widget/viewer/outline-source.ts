import type { OpenedDocument } from "./opened-document.js";
import type { PdfFile } from "./pdf-file.js";

/** An entry of the outline. */
export interface OutlineItem {
  readonly text: string;
  /** 0 is the highest level; never more than one deeper than the entry before. */
  readonly depth: number;
  /** The page it leads to; null when it leads nowhere. */
  readonly page: number | null;
  /** How far below the page's top it leads, in pixels as the page is shown now. */
  readonly below: (signal: AbortSignal) => Promise<number | null>;
}

/** The file's bookmarks, else the headings that the library knows. */
export async function outlineOf(
  opened: OpenedDocument,
  signal: AbortSignal,
): Promise<readonly OutlineItem[]> {
  const { file } = opened;
  const entries = (await file?.outline(signal)) ?? [];
  if (file && entries.length > 0) {
    return entries.map(({ text, depth, page, top }) => {
      const below: OutlineItem["below"] = async (abort) =>
        page === null || top === null ? null : howFarDown(opened, file, page, top, abort);
      return { text, depth, page, below };
    });
  }
  const { source, document } = opened.target;
  const headings = (await source.outline?.(document.id, { signal })) ?? [];
  const levels: number[] = [];
  return headings.map(({ text, level, page, span }) => {
    while (levels.length > 0 && (levels.at(-1) ?? 0) >= level) levels.pop();
    levels.push(level);
    const below: OutlineItem["below"] = async (abort) =>
      (span && (await opened.slots[page - 1]?.locate(span, abort))) ?? null;
    return { text, depth: levels.length - 1, page, below };
  });
}

async function howFarDown(
  { slots }: OpenedDocument,
  file: PdfFile,
  page: number,
  top: number,
  signal: AbortSignal,
): Promise<number | null> {
  const { height, transform } = await file.sheet(page, signal);
  const [, , , scale = 0, , shift = 0] = transform;
  const shown = slots[page - 1]?.element.offsetHeight ?? 0;
  return Math.max(0, ((scale * top + shift) / height) * shown);
}
