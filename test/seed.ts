import { configureGlobal } from "fast-check";
import { tries } from "./tries.js";

/**
 * Properties are tried on the same few examples in every run, so that a run says something about the
 * change and not about its luck; a long run draws new ones, and more. `PAGEHOUND_SEED` repeats a long
 * run's.
 */
const seed = Number(
  import.meta.env.PAGEHOUND_SEED || (import.meta.env.PAGEHOUND_LONG ? NaN : 20_260_101),
);
configureGlobal({ ...(Number.isNaN(seed) ? {} : { seed }), numRuns: tries(50, 300) });
