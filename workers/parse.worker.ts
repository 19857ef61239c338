import type { ParseSetup } from "../src/parse/api.js";
import { createParseSession } from "../src/parse/session.js";
import { serve } from "../src/rpc/serve.js";
import { greeted } from "../src/rpc/worker-host.js";

const { port, setup } = await greeted<ParseSetup>();
serve(port, createParseSession(setup));
