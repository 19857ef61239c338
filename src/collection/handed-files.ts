import type { InputFile } from "../core/ingest.js";
import { untilAborted } from "../core/until-aborted.js";
import type { FilesToAdd } from "./api.js";

/** The files of a request, those that come later when they have come. Rejects when it is aborted. */
export async function* handedFiles(
  { files, more }: Pick<FilesToAdd, "files" | "more">,
  signal: AbortSignal,
): AsyncGenerator<InputFile, void, undefined> {
  const parts: (readonly InputFile[] | null)[] = [];
  let come = (): void => {};
  // From the beginning, so that nothing is kept back for the first ones to be taken in.
  if (more) {
    more.onmessage = ({ data }: MessageEvent<readonly InputFile[] | null>) => {
      parts.push(data);
      come();
    };
  } else parts.push(null);
  try {
    for (let part: readonly InputFile[] | null | undefined = files; part !== null; ) {
      if (part) yield* part;
      else await untilAborted(new Promise<void>((resolve) => (come = resolve)), signal);
      part = parts.shift();
    }
  } finally {
    more?.close();
  }
}
