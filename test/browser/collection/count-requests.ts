/** What a database was asked, from when the counting began. */
export interface RequestCounts {
  /** Requests of transactions that write. */
  writing: number;
  /** Records that were handed out together, of any transaction. */
  together: number;
  /** Places of the queue that searches have passed over before they came to the first job. */
  passedOver: number;
}

/**
 * Counts what the databases of this thread are asked until `stop`. A place of the queue that a job has
 * left is passed over like one that has a job: browsers clear them away later, if at all.
 */
export function countRequests(): RequestCounts & { stop(): void } {
  const counts = { writing: 0, together: 0, passedOver: 0 };
  const undo: (() => void)[] = [];
  const watch = (kind: typeof IDBObjectStore | typeof IDBIndex, name: string) => {
    const prototype = kind.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
    const original = prototype[name];
    if (!original) return;
    prototype[name] = function (this: IDBObjectStore | IDBIndex, ...given: unknown[]) {
      const request = original.apply(this, given) as IDBRequest;
      const { transaction } = "objectStore" in this ? this.objectStore : this;
      if (transaction.mode === "readwrite") counts.writing++;
      request.addEventListener("success", () => {
        const { result } = request;
        if (Array.isArray(result)) counts.together += result.length;
        if (this.name !== "queue" || !(result instanceof IDBCursor)) return;
        // Reported with each step of the cursor, too.
        if (seen.has(request)) return;
        seen.add(request);
        const [range] = given as [IDBKeyRange];
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
