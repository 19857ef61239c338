import type { Endpoint } from "./model-spec.js";

/** Returns a value with the address of the model's endpoint in place of that of its proxy. */
export type ShownAddresses = <Value extends object>(value: Value) => Value;

/**
 * The addresses to show for values from a driven page, which knows the endpoint only as `/model` of
 * its own server, at `origin`.
 */
export function shownAddresses(endpoint: Endpoint | null, origin: string): ShownAddresses {
  if (endpoint === null) return (value) => value;
  const { url } = endpoint;
  return (value) => {
    const json = JSON.stringify(value)
      .replaceAll(`${origin}/model`, url)
      .replaceAll(origin, new URL(url).origin);
    return JSON.parse(json);
  };
}
