/**
 * How the browser reports a lack of space.
 *
 * - `thrown`: the call that writes throws.
 * - `aborted`: the write is accepted, and its transaction is then aborted. The requests only report
 *   the abort; the reason is in the transaction.
 * - `at commit`: the same, after everything was written.
 */
export type WriteFailure = "thrown" | "aborted" | "at commit";

const full = () => new DOMException("There is no room.", "QuotaExceededError");

/**
 * Makes the n-th write from now on fail, counting from 1, until the returned function is called.
 */
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
 * Makes every request fail that writes a value for which `isRefused` holds, the way a browser does:
 * asynchronously, together with its transaction. Firefox and WebKit still commit a transaction
 * whose commit was requested before the failure, and so does this. Ends when the returned function
 * is called.
 */
export function refuseWrites(
  isRefused: (value: { readonly file?: unknown }) => boolean,
): () => void {
  const { put } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    // The key exists by now, so adding it again fails.
    return isRefused(value) ? this.add(value, key) : request;
  };
  IDBTransaction.prototype.commit = function () {
    // The transaction commits on its own once it has no more requests.
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
