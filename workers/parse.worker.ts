import { serve } from "../src/core/rpc/serve.js";
import { greeted } from "../src/core/rpc/worker-host.js";
import type { ParseSetup } from "../src/readers/format.js";
import { createParseSession } from "../src/readers/parse-session.js";

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<ParseSetup>().then(({ port, setup }) => serve(port, createParseSession(setup)));
