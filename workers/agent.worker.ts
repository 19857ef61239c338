import { createAgentSession } from "../src/agent/session.js";
import type { CollectionReadingApi } from "../src/collection/api.js";
import { CollectionClient } from "../src/collection/client.js";
import { connect } from "../src/core/rpc/remote.js";
import { serveWatched } from "../src/core/rpc/serve.js";
import { greeted } from "../src/core/rpc/worker-host.js";

const open = (port: MessagePort) => {
  const { remote } = connect<CollectionReadingApi>(port);
  return { reader: new CollectionClient(remote), tools: remote, sources: remote };
};

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<null>().then(({ port }) => serveWatched(port, createAgentSession({ open })));
