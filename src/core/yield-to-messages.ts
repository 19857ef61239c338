const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Lets messages that have arrived be answered before the work goes on. Unlike a timer it is not delayed. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}

/** Longest stretch of work between two pauses. */
const sliceMilliseconds = 12;

/** A function to be called often during long work; it pauses when a slice of time is used up. */
export function slicer(signal: AbortSignal): () => Promise<void> {
  let sliceEnd = performance.now() + sliceMilliseconds;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await yieldToMessages();
    signal.throwIfAborted();
    sliceEnd = performance.now() + sliceMilliseconds;
  };
}
