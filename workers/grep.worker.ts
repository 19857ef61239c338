import { serve } from "../src/core/rpc/serve.js";
import { greeted } from "../src/core/rpc/worker-host.js";
import { createGrepSession } from "../src/search/grep/grep-session.js";

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<null>().then(({ port }) => serve(port, createGrepSession()));
