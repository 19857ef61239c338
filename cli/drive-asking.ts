import type { Page } from "playwright-core";
import type { AskProgress } from "./ask-documents.js";
import { driveChromium } from "./driver.js";
import { localModelMounts, threadHeaders } from "./engine-folders.js";
import { collectionPaths, type LocalFile, type Refusal } from "./gather-files.js";
import { type PageModel, pageModel } from "./harness.js";
import { type Endpoint, isLocal, type LocalModel } from "./model-spec.js";
import { reachEndpoint } from "./reach-endpoint.js";
import { type ShownAddresses, shownAddresses } from "./shown-addresses.js";

/** The files to ask, and who answers. */
export interface AskingInput {
  readonly files: readonly LocalFile[];
  /** Null for none. */
  readonly model: Endpoint | LocalModel | null;
  readonly apiKey: string | undefined;
  /** The model's context size in tokens; null if unknown. */
  readonly context: number | null;
}

/** A driven page that has the files. */
export interface AskingPage {
  readonly page: Page;
  readonly pageModel: PageModel;
  /** The paths of the files in the collection, in their order. */
  readonly paths: readonly string[];
  /** The files as the person named them, by those paths. */
  readonly named: ReadonlyMap<string, string>;
  readonly shown: ShownAddresses;
}

/**
 * Puts files and a model into a fresh browser, and does something with them there. Throws
 * `BadInput` if the model's server is unreachable.
 */
export async function driveAsking<Result>(
  { files, model, apiKey, context }: AskingInput,
  onProgress: (event: AskProgress) => void,
  work: (page: AskingPage) => Promise<Result>,
): Promise<Result> {
  const local = model && isLocal(model) ? model : null;
  const remote = model && !isLocal(model) ? model : null;
  if (remote) await reachEndpoint(remote);
  const contextLength = context ?? undefined;
  return driveChromium(
    async ({ page, url, setFiles, setModel }) => {
      if (local?.engine === "wllama") await setModel(local.files);
      await setFiles(files.map(({ file }) => file));
      const paths = collectionPaths(files);
      const endpoint = remote && {
        url: `${url}/model`,
        origin: new URL(remote.url).origin,
        model: remote.model ?? undefined,
        apiKey,
        contextLength,
      };
      const shown = shownAddresses(remote, url);
      const report = (event: AskProgress) => onProgress(shown(event));
      await page.exposeFunction("reportEvent", report);
      return work({
        page,
        pageModel: { endpoint, local: local && pageModel(local, contextLength) },
        paths,
        named: new Map(paths.map((path, index) => [path, files[index]?.path ?? path])),
        shown,
      });
    },
    remote
      ? { model: remote.url }
      : local
        ? { mounts: localModelMounts(local), headers: threadHeaders }
        : {},
  );
}

/** Files that could not be read, as the person named them. */
export function namedRefusals(
  refused: readonly Refusal[],
  named: ReadonlyMap<string, string>,
): Refusal[] {
  return refused.map(({ file: path, code, message }) => {
    const file = named.get(path) ?? path;
    return { file, code, message: message.replaceAll(path, file) };
  });
}

/** Why none of the files can be asked. */
export function nothingReadable(refused: readonly Refusal[]): string {
  const { file = "", message = "" } = refused[0] ?? {};
  const reason = message.includes(file) ? message : `${file}: ${message}`;
  const line = reason.replaceAll("\n", " ");
  return refused.length === 1
    ? line
    : `None of the ${refused.length} files can be read. The first: ${line}`;
}
