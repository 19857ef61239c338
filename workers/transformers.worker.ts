import { serve } from "../src/core/rpc/serve.js";
import { greeted } from "../src/core/rpc/worker-host.js";
import { createOnnxEngineSession } from "../src/models/transformers/engine-session.js";

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<null>().then(({ port }) => serve(port, createOnnxEngineSession()));
