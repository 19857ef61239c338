/** How a folder of assets is served: correctly, or in one of the ways that sites get wrong. */
export type AssetFate =
  | "there"
  /** Every file is missing. */
  | "absent"
  /** The same page for every URL, as servers of single-page applications respond. */
  | "page"
  /** A server error. */
  | "failing"
  /** The connection breaks. */
  | "cut";

/** The URL path of the folder called `name`; each folder has its own fate. */
export const attackedAssets = (name: string): string => `/attacked-assets/${name}/`;

/** Sets the fate of a folder from now on. Called in the page. */
export async function settleFate(name: string, fate: AssetFate): Promise<void> {
  await fetch(`${attackedAssets(name)}fate?${fate}`, { method: "POST" });
}
