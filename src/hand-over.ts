import type { FilesToAdd } from "./collection/api.js";
import type { CallOptions } from "./core/call-options.js";
import { PagehoundError } from "./core/errors.js";
import type { IngestEvent } from "./core/ingest.js";
import { slicer } from "./core/yield-to-messages.js";
import type { Input } from "./input-files.js";
import { transfer } from "./rpc/message.js";

/**
 * Files that are sent in one message. For each that is on the disk, the browser waits for the disk
 * when it is first sent, which keeps the page from answering.
 */
const filesInPart = 8;

/**
 * Hands files over to `add`, which begins with the first of them while the others are still on their
 * way. Settles as `add` does.
 */
export async function handOver(
  { files, folders }: Input,
  add: (request: FilesToAdd, options: CallOptions<IngestEvent>) => Promise<void>,
  call: CallOptions<IngestEvent>,
): Promise<void> {
  const first = files.slice(0, filesInPart);
  if (files.length <= filesInPart) return add({ files: first, folders, more: null }, call);
  const ended = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, ended.signal]) : ended.signal;
  const { port1, port2 } = new MessageChannel();
  const request = transfer({ files: first, folders, more: port2 }, [port2]);
  const added = add(request, { ...call, signal });
  const sent = send(files, port1, signal);
  // It ends the call, which rejects with the reason.
  sent.catch((cause: unknown) => {
    const message = "A file to add cannot be sent to a worker. It has to be a File or a Blob.";
    ended.abort(new PagehoundError("invalid-argument", message, { cause }));
  });
  try {
    await added;
  } finally {
    // Whoever sends need not go on.
    ended.abort();
    port1.close();
  }
}

/** Sends all but the first part, and then that there are no more. */
async function send(files: Input["files"], port: MessagePort, signal: AbortSignal): Promise<void> {
  // After what the caller does at once.
  await new Promise((resolve) => setTimeout(resolve));
  const pause = slicer(signal);
  for (let sent = filesInPart; sent < files.length; sent += filesInPart) {
    await pause();
    port.postMessage(files.slice(sent, sent + filesInPart));
  }
  port.postMessage(null);
}
