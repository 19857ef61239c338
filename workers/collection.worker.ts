import { createCollectionApi } from "../src/collection/serve-collection.js";
import { serveWatched } from "../src/core/rpc/serve.js";
import { greeted } from "../src/core/rpc/worker-host.js";

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<null>().then(({ port }) => serveWatched(port, createCollectionApi()));
