import { type Api, connect } from "../src/core/rpc/remote.js";
import { serve } from "../src/core/rpc/serve.js";

/**
 * Serves `api` on one end of a channel and returns the other end's remote, like a call to a worker
 * without a worker.
 */
export function linkedPair<T extends Api<T>>(api: T): { remote: T; close: (error: Error) => void } {
  const { port1, port2 } = new MessageChannel();
  const stop = serve(port1, api);
  const { remote, close } = connect<T>(port2);
  return {
    remote,
    close(error) {
      close(error);
      stop();
    },
  };
}
