/**
 * Makes a session that the signal can stop only until it is there. The browser itself ends a session
 * with the signal it was made with, also long after.
 */
export async function whileMaking<T>(
  signal: AbortSignal,
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const making = new AbortController();
  const onAbort = () => making.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await make(making.signal);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
