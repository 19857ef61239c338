import {
  deleteStoredEmbedder,
  type Embedder,
  type LoadProgress,
  loadEmbedder,
  recommendedEmbedder,
  storedEmbedders,
} from "../../embed/index.js";
import { filesIn, type ModelPlaces } from "../models/model-places.js";

/** An embedder that this page may load. */
export interface EmbedderOffer {
  readonly id: string;
  readonly name: string;
  /** SPDX identifier. */
  readonly license: string;
  readonly downloadBytes: number;
  /** Where it is downloaded from, for people. */
  readonly place: string;
  /** Bytes of it on this device. */
  readonly storedBytes: number;
  /** Whether loading it fetches nothing of it. */
  readonly stored: boolean;
  load(call: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: LoadProgress) => void;
  }): Promise<Embedder>;
  /** Deletes its files from this device. */
  remove(): Promise<void>;
}

/**
 * The embedder to offer: what is stored, else what the site's own folder has, else what a public host
 * has that the site names; null for none. Fetches nothing but the folder's list.
 */
export async function findEmbedder(
  places: ModelPlaces,
  assetsBase: URL,
): Promise<EmbedderOffer | null> {
  const { files, id, name, license, url: published } = recommendedEmbedder;
  const kept = await storedEmbedders().catch(() => []);
  const inFolder = places.folder
    ? await filesIn(
        places.folder,
        files.map(({ path }) => `${id}/${path}`),
      )
    : [];
  const own = files.map(({ path }) => inFolder.find((file) => file.path === `${id}/${path}`));
  const hosted = places.hosts.resolve(published);
  const bytesOf = (list: readonly ({ readonly bytes: number | null } | undefined)[]): number =>
    list.reduce((sum, file) => sum + (file?.bytes ?? 0), 0);
  const sources = [
    ...(places.folder && own.every((file) => file)
      ? [{ url: new URL(`${id}/`, places.folder).href, bytes: bytesOf(own), integrity: {} }]
      : []),
    ...(hosted === null ? [] : [{ url: hosted, bytes: bytesOf(files), integrity: hashes() }]),
  ];
  // Without a network nobody knows what the site's folder has.
  const folder = places.folder && new URL(`${id}/`, places.folder).href;
  const here = kept.find(({ url }) => url === folder || url === hosted);
  const source =
    sources.find(({ url }) => url === here?.url) ??
    (here ? { url: here.url, bytes: here.bytes, integrity: {} } : sources[0]);
  if (!source) return null;
  const { url, bytes, integrity } = source;
  const storedBytes = here?.bytes ?? 0;
  const { host, pathname } = new URL(url);
  return {
    ...{ id, name, license, storedBytes },
    downloadBytes: bytes,
    place: url === hosted ? host : `${host}${pathname}`,
    stored: storedBytes > 0 && storedBytes >= bytes,
    load: (call) =>
      loadEmbedder(
        { url, id, name, integrity, assetsBase: new URL("onnx/", assetsBase).href },
        call,
      ),
    remove: () => deleteStoredEmbedder(url),
  };
}

function hashes(): Record<string, string> {
  const known = recommendedEmbedder.files.flatMap(({ path, sha256 }) =>
    sha256 === null ? [] : [[path, sha256]],
  );
  return Object.fromEntries(known);
}
