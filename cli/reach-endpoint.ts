import { BadInput } from "./bad-input.js";
import type { Endpoint } from "./model-spec.js";

const patience = 30_000;

/** Checks whether anything responds at an endpoint's address. Throws `BadInput`. */
export async function reachEndpoint({ url }: Endpoint): Promise<void> {
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(`${url}/models`, { signal, redirect: "manual" });
    await response.body?.cancel();
  } catch (error) {
    throw new BadInput(
      `The model's endpoint ${url} cannot be reached (${causeOf(error)}). Start it, or check the address.`,
    );
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message || cause.name : error.message;
}
