/** Rejects with this when work took too long. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** Of a stretch between two looks at the clock no more counts than this many times what was planned. */
const mostOfStretch = 2;

/**
 * Settles like `work`, or rejects with `TookTooLong` after so many seconds without a sign of life.
 * Seconds count that this thread was awake for: a machine that slept, or a thread that was busy
 * with something else, takes nothing from them.
 *
 * @param start begins the work; it is given a function to be called at every sign of life
 */
export function withinSeconds<T>(
  seconds: number,
  start: (alive: () => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = seconds * 1000;
    const planned = Math.min(1000, limit / 8);
    let worked = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      worked += Math.min(now - last, planned * mostOfStretch);
      last = now;
      if (worked < limit) return;
      clearInterval(timer);
      reject(new TookTooLong(`It took longer than ${seconds} seconds.`));
    }, planned);
    start(() => {
      worked = 0;
    })
      .then(resolve, reject)
      .finally(() => clearInterval(timer));
  });
}
