import { configureGlobal } from "fast-check";
import { tries } from "./tries.js";

/**
 * Every run tries properties on the same few examples, so that a failure points to the change
 * rather than to chance; a long run draws new ones, and more of them. `PAGEHOUND_SEED` repeats a
 * long run.
 */
const seed = Number(
  import.meta.env.PAGEHOUND_SEED || (import.meta.env.PAGEHOUND_LONG ? NaN : 20_260_101),
);
configureGlobal({ ...(Number.isNaN(seed) ? {} : { seed }), numRuns: tries(50, 300) });
