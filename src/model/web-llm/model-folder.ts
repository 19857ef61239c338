import { PagehoundError } from "../../core/errors.js";
import type { WebLlmModel } from "./models.js";

/** A folder of weights, whoever stored it: `<base>/<id>/resolve/<branch>/`. */
const weightFolder = /\/([^/]+)\/resolve\/[^/]+\/$/;

/** URL of the folder at `address`, ending with `/`. Throws `invalid-argument`, with `name` in it. */
export function folderUrl(address: string, name: string, base: string = document.baseURI): string {
  try {
    const url = new URL(withSlash(address), base);
    if (address !== "" && /^https?:$/.test(url.protocol)) return url.href;
  } catch {
    // Told below.
  }
  const message = `${name} needs the URL of a folder, not “${address}”.`;
  throw new PagehoundError("invalid-argument", message);
}

/** As web-llm does with every folder, so that both mean the same files. */
export function withBranch(folder: string): string {
  return /.\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`;
}

/**
 * Id of the variant that a stored file belongs to: the one that says that its weights are in the
 * file's folder, else the folder's name; null where that does not tell.
 */
export function variantOf(url: string, models: readonly WebLlmModel[]): string | null {
  const folder = folderOf(url);
  for (const { variants } of models) {
    for (const variant of Object.values(variants)) {
      if (variant.folder !== undefined && isAt(folder, variant.folder)) return variant.id;
    }
  }
  const name = weightFolder.exec(new URL(folder).pathname)?.[1];
  return name === undefined ? null : decoded(name);
}

/** URL of the folder that a file is in. */
export function folderOf(url: string): string {
  return new URL(".", url).href;
}

/** What a relative address starts from is not known here, so its end decides. */
function isAt(folder: string, address: string): boolean {
  const branch = withBranch(withSlash(address));
  if (URL.canParse(branch)) return new URL(branch).href === folder;
  const { pathname } = new URL(branch, new URL(folder).origin);
  return new URL(folder).pathname.endsWith(pathname);
}

function withSlash(address: string): string {
  return address.endsWith("/") ? address : `${address}/`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
