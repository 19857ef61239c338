/**
 * Watches the main thread. The returned function reports the longest task so far in milliseconds,
 * or 0 if none exceeded 50 ms, because browsers do not report shorter ones.
 */
export function watchLongTasks(): () => number {
  let longest = 0;
  const take = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "longtask" });
  return () => {
    take(observer.takeRecords());
    return longest;
  };
}
