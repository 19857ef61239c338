import { seededRandom } from "../bench/seeded-random.js";
import { delayMessages } from "../driver/delay-messages.js";

// Active only with `PAGEHOUND_DELAY`, which exposes tests that depend on when a worker replies.
const { PAGEHOUND_DELAY, PAGEHOUND_SEED } = import.meta.env;
delayMessages(Number(PAGEHOUND_DELAY), seededRandom(Number(PAGEHOUND_SEED || 1)));
