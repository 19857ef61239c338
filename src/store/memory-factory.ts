import {
  IDBCursor as MemoryCursor,
  IDBDatabase as MemoryDatabase,
  IDBFactory as MemoryFactory,
  IDBIndex as MemoryIndex,
  IDBKeyRange as MemoryKeyRange,
  IDBObjectStore as MemoryObjectStore,
  IDBRequest as MemoryRequest,
  IDBTransaction as MemoryTransaction,
} from "fake-indexeddb";

let adapted = false;

/** A new, empty IndexedDB in memory. It is gone with the last reference to it. */
export function memoryFactory(): IDBFactory {
  if (!adapted) adapt();
  adapted = true;
  return new MemoryFactory();
}

/**
 * Fits the classes in memory to `idb`, which knows the browser's own by `instanceof`. The browser's
 * are not touched, so databases on disk and in memory can be open side by side.
 */
function adapt(): void {
  passFor(MemoryCursor, IDBCursor);
  passFor(MemoryDatabase, IDBDatabase);
  passFor(MemoryIndex, IDBIndex);
  passFor(MemoryObjectStore, IDBObjectStore);
  passFor(MemoryRequest, IDBRequest);
  passFor(MemoryTransaction, IDBTransaction);
  // The browser's own ranges are understood as well.
  Object.defineProperty(MemoryKeyRange, Symbol.hasInstance, {
    value: (range: unknown) => range instanceof IDBKeyRange || isOf(MemoryKeyRange, range),
  });
  // `idb` waits for the request of a cursor that advances when it knows the method; so say what it is.
  const cursor = MemoryCursor.prototype;
  for (const name of ["advance", "continue", "continuePrimaryKey"] as const) {
    const advance = cursor[name] as (...parameters: unknown[]) => void;
    Object.defineProperty(cursor, name, {
      value(this: IDBCursor, ...parameters: unknown[]): IDBRequest {
        advance.apply(this, parameters);
        return this.request;
      },
    });
  }
}

interface Class {
  readonly prototype: object;
}

/**
 * Makes `instanceof native` true for objects of `own`. What they inherit stays what it was: the
 * browser's accessors work on the browser's objects alone.
 */
function passFor(own: Class, native: Class): void {
  const inherited = Object.create(Object.getPrototypeOf(own.prototype)) as object;
  const posing = new Proxy(inherited, { getPrototypeOf: () => native.prototype });
  Object.setPrototypeOf(own.prototype, posing);
}

function isOf({ prototype }: Class, value: unknown): boolean {
  return Object.prototype.isPrototypeOf.call(prototype, value as object);
}
