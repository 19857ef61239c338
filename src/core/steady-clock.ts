let last = { date: Date.now(), ticks: performance.now() };
let time = last.date;

/**
 * Milliseconds since 1970, to measure ages: never goes back when the device's clock is set, and
 * advances while the device sleeps, when the browser's own timer may stop.
 */
export function steadyNow(): number {
  const now = { date: Date.now(), ticks: performance.now() };
  time += Math.max(now.date - last.date, now.ticks - last.ticks, 0);
  last = now;
  return time;
}
