/**
 * Stands in for an object that is not there yet: calls of its asynchronous methods wait for it,
 * whether they give a promise or something to iterate over. `parts` names properties that are such
 * objects themselves.
 */
export function deferred<Whole extends object>(
  coming: Promise<Whole>,
  parts: readonly (keyof Whole)[] = [],
): Whole {
  let there: Whole | null = null;
  const stands = new Map<PropertyKey, object>();
  coming.then(
    (whole) => {
      there = whole;
    },
    () => undefined,
  );
  for (const name of parts) stands.set(name, deferred(partOf(coming, name)));
  const proxy = new Proxy(
    {},
    {
      get: (_target, name) => {
        // Not a promise, whatever asks.
        if (name === "then") return undefined;
        if (there) return member(there, name);
        return stands.get(name) ?? ((...given: unknown[]) => later(coming, name, given));
      },
    },
  );
  return proxy as Whole;
}

async function partOf<Whole extends object>(
  coming: Promise<Whole>,
  name: keyof Whole,
): Promise<object> {
  return Object((await coming)[name]) as object;
}

/** A property as it is; a method so that it can be called on its own. */
export function member(whole: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(whole, name, whole);
  return typeof value === "function" ? value.bind(whole) : value;
}

/** What a call will give: to be waited for, or to be iterated over. */
function later(coming: Promise<object>, name: PropertyKey, given: readonly unknown[]): unknown {
  const result = coming.then((whole) => {
    const method = member(whole, name);
    return typeof method === "function" ? (method(...given) as unknown) : method;
  });
  // Who iterates learns of a failure there; nobody waits for the promise then.
  result.catch(() => undefined);
  return Object.assign(result, {
    async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
      yield* (await result) as AsyncIterable<unknown>;
    },
  });
}
