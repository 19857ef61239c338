import { createCollectionApi } from "../src/collection/serve-collection.js";
import { serveWatched } from "../src/rpc/serve.js";
import { greeted } from "../src/rpc/worker-host.js";

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<null>().then(({ port }) => serveWatched(port, createCollectionApi()));
