/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts. However it ends,
 * no listener is left on the signal, which may outlive many such waits.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      signal.removeEventListener("abort", onAbort);
      reject(signal.reason);
    };
    const settled = (settle: () => void): void => {
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    work.then(
      (value) => settled(() => resolve(value)),
      (error) => settled(() => reject(error)),
    );
  });
}
