import { configureGlobal } from "fast-check";

/**
 * Properties are tried on the same examples in every run, so that a run says something about the
 * change and not about its luck; a long run draws new ones. `PAGEHOUND_SEED` repeats a long run's.
 */
const seed = Number(
  import.meta.env.PAGEHOUND_SEED || (import.meta.env.PAGEHOUND_LONG ? NaN : 20_260_101),
);
if (!Number.isNaN(seed)) configureGlobal({ seed });
