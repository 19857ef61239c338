/**
 * How the browser says that there is no room.
 *
 * - `thrown`: the call that writes throws.
 * - `aborted`: the write is taken, and the transaction is then aborted; its requests tell no more
 *   than that, the reason is the transaction's.
 * - `at commit`: the same, once all was written.
 */
export type WriteFailure = "thrown" | "aborted" | "at commit";

const full = () => new DOMException("There is no room.", "QuotaExceededError");

/** Makes the n-th write from now on fail, counting from 1, until the function that it returns is called. */
export function failWrites(failure: WriteFailure, n: number): () => void {
  const { add, put } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  let written = 0;
  const write = (original: typeof put) =>
    function (
      this: IDBObjectStore,
      ...parameters: Parameters<typeof put>
    ): IDBRequest<IDBValidKey> {
      written++;
      if (written === n && failure === "thrown") throw full();
      const request = original.apply(this, parameters);
      if (written === n) abort(this.transaction);
      return request;
    };
  if (failure === "at commit") {
    IDBTransaction.prototype.commit = function (this: IDBTransaction) {
      written++;
      if (written === n) abort(this);
      else commit.call(this);
    };
  } else {
    IDBObjectStore.prototype.add = write(add);
    IDBObjectStore.prototype.put = write(put);
  }
  return () => {
    Object.assign(IDBObjectStore.prototype, { add, put });
    IDBTransaction.prototype.commit = commit;
  };
}

/**
 * Makes every request fail that writes something `isRefused`, as a browser fails it: later, and with
 * its transaction. Firefox and WebKit commit a transaction all the same that was told to commit before
 * the request failed; so does this. Until the function that it returns is called.
 */
export function refuseWrites(
  isRefused: (value: { readonly file?: unknown }) => boolean,
): () => void {
  const { put } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    // The key is there by now.
    return isRefused(value) ? this.add(value, key) : request;
  };
  IDBTransaction.prototype.commit = function () {
    // It commits automatically, once there are no more requests.
    this.addEventListener("error", (event) => event.preventDefault());
  };
  return () => {
    IDBObjectStore.prototype.put = put;
    IDBTransaction.prototype.commit = commit;
  };
}

function abort(transaction: IDBTransaction): void {
  Object.defineProperty(transaction, "error", { get: full });
  transaction.abort();
}
