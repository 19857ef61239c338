import {
  type ConnectedWorker,
  connect,
  type HostedWorker,
  hostWorker,
  transfer,
} from "../../core/index.js";
import type { DrawApi } from "./api.js";

/** Two workers: one reads the file, the other draws its pages. */
export interface DrawThreads extends ConnectedWorker<DrawApi> {
  /** Whether one of the two has failed, after which no more answers arrive. */
  readonly failed: boolean;
}

/**
 * Starts the two workers and connects them. Each function creates one, because bundlers need a
 * literal address. Throws `worker-failed`.
 */
export function startDrawThreads(
  startReading: () => Worker,
  startDrawing: () => Worker,
): DrawThreads {
  const reader = hostWorker(startReading, "viewer", null);
  const drawer = startDependency(reader, () => hostWorker(startDrawing, "viewer", null));
  const { remote, close } = connect<DrawApi>(drawer.port);
  let failed = false;
  const end = (error: Error): void => {
    close(error);
    drawer.end();
    reader.end();
  };
  const fail = (error: Error): void => {
    failed = true;
    end(error);
  };
  reader.onFailure = fail;
  drawer.onFailure = fail;
  const { port } = reader;
  remote.join(transfer({ port }, [port])).catch(() => undefined);
  return {
    remote,
    end,
    get failed() {
      return failed;
    },
  };
}

/** Starts a worker that the first one depends on; if it does not start, the first is terminated. */
function startDependency(first: HostedWorker, start: () => HostedWorker): HostedWorker {
  try {
    return start();
  } catch (error) {
    first.end();
    throw error;
  }
}
