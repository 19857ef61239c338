/** The requests made to a database since counting started. */
export interface RequestCounts {
  /** Requests in transactions that write. */
  writing: number;
  /** Records returned in batches, in any transaction. */
  together: number;
  /** Queue positions that searches skipped before reaching the first job. */
  passedOver: number;
}

/**
 * Counts what this thread's databases are asked, until `stop`. A position that a job has left
 * counts as skipped like one with a job, because browsers clean up deleted records later, if at
 * all.
 */
export function countRequests(): RequestCounts & { stop(): void } {
  const counts = { writing: 0, together: 0, passedOver: 0 };
  const undo: (() => void)[] = [];
  const watch = (kind: typeof IDBObjectStore | typeof IDBIndex, name: string) => {
    const prototype = kind.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    const original = prototype[name];
    if (!original) return;
    prototype[name] = function (this: IDBObjectStore | IDBIndex, ...args: unknown[]) {
      const request = original.apply(this, args) as IDBRequest;
      const { transaction } = "objectStore" in this ? this.objectStore : this;
      if (transaction.mode === "readwrite") counts.writing++;
      request.addEventListener("success", () => {
        const { result } = request;
        if (Array.isArray(result)) counts.together += result.length;
        if (this.name !== "queue" || !(result instanceof IDBCursor)) return;
        // The event fires for every step of the cursor as well.
        if (seen.has(request)) return;
        seen.add(request);
        const [range] = args as [IDBKeyRange];
        const [, from = 0] = range.lower as [string, number?];
        const [, first] = result.key as [string, number];
        counts.passedOver += Math.max(0, first - Math.max(from, 1));
      });
      return request;
    };
    undo.push(() => {
      prototype[name] = original;
    });
  };
  const seen = new WeakSet<IDBRequest>();
  const names = ["get", "getKey", "getAll", "getAllKeys", "openCursor", "put", "add", "delete"];
  for (const name of names) for (const kind of [IDBObjectStore, IDBIndex]) watch(kind, name);
  return Object.assign(counts, {
    stop: () => {
      for (const restore of undo) restore();
    },
  });
}
