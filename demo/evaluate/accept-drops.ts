import type { EvaluatePage } from "./evaluate-page.js";
import { dropped } from "./gathered-files.js";

/** Lets people drop a data set anywhere in the window. */
export function acceptDrops(page: EvaluatePage): void {
  // Enter and leave events come for every element on the way; only the balance shows the end.
  let depth = 0;
  const listen = (
    type: "dragenter" | "dragleave" | "dragover" | "drop",
    act: (transfer: DataTransfer) => void,
  ): void =>
    addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      act(event.dataTransfer);
    });
  listen("dragenter", () => {
    depth++;
    page.drag(true);
  });
  listen("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) page.drag(false);
  });
  listen("dragover", (transfer) => {
    transfer.dropEffect = page.busy ? "none" : "copy";
  });
  listen("drop", (transfer) => {
    depth = 0;
    page.drag(false);
    if (!page.busy) void dropped(transfer).then((gathered) => page.choose(gathered));
  });
}
