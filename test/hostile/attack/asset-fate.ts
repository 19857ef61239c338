/** How a folder of assets fares: as it should, or in one of the ways in which sites get it wrong. */
export type AssetFate =
  | "there"
  /** Nothing is where it should be. */
  | "absent"
  /** A page for every address, as servers of single-page applications send it. */
  | "page"
  /** A server in trouble. */
  | "failing"
  /** The connection breaks. */
  | "cut";

/** Where the folder called `name` is served; each has a fate of its own. */
export const attackedAssets = (name: string): string => `/attacked-assets/${name}/`;

/** Settles the fate of a folder from now on. Called in the page. */
export async function settleFate(name: string, fate: AssetFate): Promise<void> {
  await fetch(`${attackedAssets(name)}fate?${fate}`, { method: "POST" });
}
