import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { collectionMethods, methodsByName } from "../../../src/collection/api.js";
import { createCollectionApi } from "../../../src/collection/serve-collection.js";
import { connect } from "../../../src/core/rpc/remote.js";
import { openInPage } from "../../browser/collection/in-page.js";

it("the table of methods names each method once", () => {
  const names = Object.values(collectionMethods).flatMap((methods) => Object.keys(methods));
  expect(new Set(names).size).toBe(names.length);
  expect([...methodsByName.keys()]).toEqual(names);
});

it("the part named in the table answers each method", async () => {
  const opened = await openInPage("collection-methods");
  const { worker: _worker, ...answered } = collectionMethods;
  const parts = opened.collection.parts;
  for (const [part, methods] of Object.entries(answered)) {
    const answering = parts[part as keyof typeof parts];
    for (const name of Object.keys(methods)) {
      expect(typeof Reflect.get(answering, name), `${part}.${name}`).toBe("function");
    }
  }
  opened.close();
});

it("every method but open rejects with the code closed until a collection is open", async () => {
  const { open: _open, share: _share, ...methods } = createCollectionApi();
  expect(Object.keys(methods)).toHaveLength(methodsByName.size - 2);
  for (const call of Object.values(methods)) {
    await expect(call(null as never)).rejects.toMatchObject({ code: "closed" });
  }
});

it("serves other workers only the shared methods, none of which changes a collection", async () => {
  const api = createCollectionApi();
  const { port1, port2 } = new MessageChannel();
  await api.share({ port: port1 });
  const { remote, close } = connect<typeof api>(port2);
  for (const [name, { kind }] of methodsByName) {
    const call = Reflect.get(remote, name) as (request: null) => Promise<unknown>;
    const code = kind === "shared" ? "closed" : "internal";
    await expect(call(null), name).rejects.toMatchObject({ code });
  }
  close(new Error("The test is over."));
});
