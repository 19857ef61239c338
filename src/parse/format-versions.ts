import type { FormatId } from "../core/document.js";

/**
 * The version of each format's reader, raised whenever the same bytes would give other pages:
 * documents stored by an older reader are then read again.
 */
export const formatVersions: Readonly<Record<FormatId, number>> = {
  pdf: 3,
  text: 1,
  markdown: 2,
  html: 1,
  csv: 1,
};
