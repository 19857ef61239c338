import { createCollectionApi } from "../src/collection/serve-collection.js";
import { serve } from "../src/rpc/serve.js";
import { greeted } from "../src/rpc/worker-host.js";

const { port } = await greeted<null>();
serve(port, createCollectionApi());
