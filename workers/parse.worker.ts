import type { ParseSetup } from "../src/parse/format.js";
import { createParseSession } from "../src/parse/session.js";
import { serve } from "../src/rpc/serve.js";
import { greeted } from "../src/rpc/worker-host.js";

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<ParseSetup>().then(({ port, setup }) => serve(port, createParseSession(setup)));
