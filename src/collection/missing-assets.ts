import type { Page } from "../core/page.js";

/** The files in the folder `assetsBase` names without which some of these pages could not be read. */
export function missingAssets(pages: readonly Pick<Page, "missing">[]): readonly string[] {
  return [...new Set(pages.flatMap(({ missing = [] }) => missing))].sort();
}
