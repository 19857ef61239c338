let last = { date: Date.now(), ticks: performance.now() };
let time = last.date;

/**
 * Milliseconds since 1970, to tell how long something is ago: never goes back when the device's clock
 * is set, and continues while the device sleeps, when the browser's own timer may stand still.
 */
export function steadyNow(): number {
  const now = { date: Date.now(), ticks: performance.now() };
  time += Math.max(now.date - last.date, now.ticks - last.ticks, 0);
  last = now;
  return time;
}
