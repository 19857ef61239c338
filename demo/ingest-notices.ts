import type { InputFile } from "pagehound";
import type { IngestReport } from "./ingest.js";
import type { Notices } from "./notices.js";
import { counted } from "./words.js";

/** Says what was refused, left undone or not needed when files were added. */
export function tellOfIngest(
  { ready, unchanged, refused, left, failure }: IngestReport,
  notices: Notices,
  goOn: (left: readonly InputFile[]) => void,
): void {
  if (refused.length > 0) {
    const items = refused.map(({ input, code, message }) => ({
      name: input.path,
      message,
      locked: code === "password-required" ? input : null,
    }));
    notices.show((files) => `${counted(files, "file")} could not be added`, items);
  }
  if (left.length > 0) {
    const what = `${counted(left.length, "file")} ${left.length === 1 ? "was" : "were"} not added.`;
    const title = `${failure ?? "Stopped."} ${what}`;
    notices.show(title, [], { label: "Continue", run: () => goOn(left) });
  } else if (failure) {
    notices.show(failure);
  }
  if (ready === 0 && unchanged > 0 && refused.length === 0 && left.length === 0) {
    notices.show(
      unchanged === 1
        ? "This file is already here, unchanged."
        : "These files are already here, unchanged.",
    );
  }
}
