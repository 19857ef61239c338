import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DocumentSummary, documentId } from "../../../../src/core/document.js";
import { fileName } from "../../../../src/core/paths.js";
import {
  byAddedAt,
  DocumentIndex,
  DocumentList,
} from "../../../../src/element/documents/documents.js";
import { shellOver } from "./shell-double.js";
import { summaryOf } from "./summary-of.js";

/** A document as described by the collection. */
function document(
  ordinal: number,
  { path = `notes/${ordinal}.txt`, hash = `hash ${ordinal}`, addedAt = ordinal } = {},
): DocumentSummary {
  return { ...summaryOf({ total: 1 }, { path }), id: documentId(ordinal), hash, addedAt };
}

const ready = (summary: DocumentSummary, replaced: DocumentSummary | null = null) =>
  ({
    type: "document-ready",
    path: summary.path,
    document: summary,
    replaced: replaced?.id ?? null,
    sameAs: null,
  }) as const;

/** The list of a collection that contained these documents when it was opened. */
async function opened(...list: DocumentSummary[]): Promise<DocumentList> {
  const documents = new DocumentList(shellOver({ documents: async () => list }), () => {});
  await documents.refresh();
  return documents;
}

const paths = ({ all }: DocumentList) => all.map(({ path }) => path);

describe("the list of documents", () => {
  it("replaces a document by its new version, keeping the order in which documents were added", async () => {
    const [first, second] = [document(1), document(2)];
    const documents = await opened(first, second);
    const newer = document(4, { path: first.path, addedAt: 1 });
    documents.take(ready(newer, first));
    documents.take(ready(document(3)));
    expect(paths(documents)).toEqual(["notes/1.txt", "notes/2.txt", "notes/3.txt"]);
    expect(documents.get(first.id)).toBeNull();
    expect(documents.get(newer.id)).toBe(newer);
    documents.take({ type: "documents-removed", documents: [second.id] });
    expect(paths(documents)).toEqual(["notes/1.txt", "notes/3.txt"]);
    documents.take({ type: "documents-restored", documents: [second] });
    expect(paths(documents)).toEqual(["notes/1.txt", "notes/2.txt", "notes/3.txt"]);
  });

  it("keeps changes that arrive while a long list is being read", async () => {
    const list = Array.from({ length: 100 }, (_, index) => document(index + 1));
    const documents = new DocumentList(shellOver({ documents: async () => list }), () => {});
    const refreshed = documents.refresh();
    // Each document takes at least one microtask, so this change arrives in the middle.
    for (let turn = 0; turn < 20; turn++) await null;
    expect(paths(documents)).toEqual([]);
    const newer = document(101);
    documents.take(ready(newer));
    documents.take({ type: "documents-removed", documents: [documentId(1), documentId(99)] });
    await refreshed;
    expect(paths(documents)).toEqual(
      [...list.slice(1, 98), ...list.slice(99), newer].map(({ path }) => path),
    );
    expect(documents.get(newer.id)).toBe(newer);
    expect(documents.get("d1")).toBeNull();
    expect(documents.index.hasOwn("notes/99.txt")).toBe(false);
  });

  it("restores a document that is still being deleted and has already left the list", async () => {
    const list = [document(1), document(2)];
    let endDeleting = (): void => {};
    const deleted = new Promise<void>((resolve) => {
      endDeleting = resolve;
    });
    const restored: string[] = [];
    const library = {
      documents: async () => list,
      remove: () => deleted,
      restore: async (ids: readonly string[]) => void restored.push(...ids),
      keepRestorable: async () => {},
    };
    const documents = new DocumentList(shellOver(library), () => {});
    await documents.refresh();
    const removing = documents.remove(list.slice(0, 1));
    documents.take({ type: "documents-removed", documents: [documentId(1)] });
    expect(paths(documents)).toEqual(["notes/2.txt"]);
    expect(documents.undoable).toBe(true);
    const undoing = documents.undo();
    endDeleting();
    await removing;
    expect((await undoing).map(({ path }) => path)).toEqual(["notes/1.txt"]);
    expect(restored).toEqual(["d1"]);
    expect(documents.undoable).toBe(false);
  });

  it("keeps a selection until its documents are deleted", async () => {
    const documents = await opened(document(1), document(2));
    documents.select(documentId(2), false);
    documents.take({ type: "documents-restored", documents: [document(3)] });
    expect([...(documents.selected ?? [])]).toEqual(["d1"]);
    documents.take({ type: "documents-removed", documents: [documentId(1)] });
    expect(documents.selected).toBeNull();
  });

  it("selects new documents, and new versions of selected ones", async () => {
    const [first, second] = [document(1), document(2)];
    const documents = await opened(first, second);
    const selected = () => [...(documents.selected ?? [])];
    documents.selectNone();
    documents.take(ready(document(3)));
    expect(selected()).toEqual(["d3"]);
    // Documents that are read again, and new versions, are as they were.
    documents.take(ready(document(2)));
    documents.take(ready(document(4, { path: first.path }), first));
    expect(selected()).toEqual(["d3"]);
    documents.take(ready(document(5, { path: document(3).path }), document(3)));
    expect(selected()).toEqual(["d5"]);
  });

  it("selects documents that are put into the chosen notebook", async () => {
    const documents = await opened(document(1), document(2));
    documents.narrow(new Set([documentId(1)]));
    documents.selectNone();
    documents.take(ready(document(3)));
    expect([...(documents.selected ?? [])]).toEqual([]);
    documents.narrow(new Set([documentId(1), documentId(3)]));
    expect([...(documents.selected ?? [])]).toEqual(["d3"]);
  });

  it("treats a selection of all documents as no selection", async () => {
    const documents = await opened(document(1), document(2));
    expect(documents.isSelected(documentId(1))).toBe(true);
    documents.select(documentId(1), false);
    expect([...(documents.selected ?? [])]).toEqual(["d2"]);
    documents.select(documentId(1), true);
    expect(documents.selected).toBeNull();
    documents.selectNone();
    expect(documents.isSelected(documentId(2))).toBe(false);
    documents.select(documentId(2), true);
    documents.take({ type: "documents-removed", documents: [documentId(1)] });
    expect(documents.selected).toBeNull();
    documents.selectNone();
    documents.selectAll();
    expect(documents.selected).toBeNull();
  });

  it("lists, asks and searches only the documents of the chosen notebook", async () => {
    const documents = await opened(document(1), document(2), document(3));
    documents.narrow(new Set([documentId(2), documentId(3)]));
    expect(documents.listed.map(({ id }) => id)).toEqual(["d2", "d3"]);
    expect(documents.listed).toBe(documents.listed);
    expect(documents.scope).toEqual(["d2", "d3"]);
    expect([1, 2].map((ordinal) => documents.isSelected(documentId(ordinal)))).toEqual([
      false,
      true,
    ]);
    documents.select(documentId(2), false);
    expect(documents.scope).toEqual(["d3"]);
    documents.select(documentId(2), true);
    expect(documents.selected).toBeNull();
    documents.narrow(new Set());
    expect([documents.scope, documents.narrowed]).toEqual([[], true]);
    documents.narrow(null);
    expect([documents.scope, documents.narrowed]).toEqual([undefined, false]);
    expect(documents.listed).toBe(documents.all);
  });

  it("clears a selection that has no documents left in the notebook", async () => {
    const documents = await opened(document(1), document(2), document(3));
    documents.narrow(new Set([documentId(1), documentId(2)]));
    documents.select(documentId(1), false);
    documents.narrow(new Set([documentId(1)]));
    expect(documents.selected).toBeNull();
    expect(documents.scope).toEqual(["d1"]);
  });

  it("keeps a document of the chosen notebook that a new version replaces", async () => {
    const documents = await opened(document(1), document(2));
    documents.narrow(new Set([documentId(1)]));
    documents.take(ready(document(3, { path: "notes/1.txt" }), document(1)));
    documents.take(ready(document(4)));
    expect(documents.scope).toEqual(["d3"]);
  });

  it("does not scan existing documents when one more is added", async () => {
    const many = Array.from({ length: 500 }, (_, index) => document(index + 1));
    let looks = 0;
    const watched = many.map(
      (one) =>
        new Proxy(one, {
          get: (target, key) => {
            looks++;
            return Reflect.get(target, key);
          },
        }),
    );
    const documents = await opened(...watched);
    looks = 0;
    for (let more = 501; more <= 600; more++) documents.take(ready(document(more)));
    expect(documents.all).toHaveLength(600);
    // The last existing document's age is needed for the order.
    expect(looks).toBeLessThan(10);
  });
});

describe("the document index", () => {
  it("the document index equals one built from all documents, whatever was added or removed", () => {
    const some = fc.record({
      ordinal: fc.integer({ min: 1, max: 12 }),
      path: fc.constantFrom("a/one.txt", "b/one.txt", "a/two.txt"),
      hash: fc.constantFrom("same", "other"),
      addedAt: fc.integer({ min: 1, max: 3 }),
      goes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some), (steps) => {
        const index = new DocumentIndex();
        const model = new Map<number, DocumentSummary>();
        for (const { ordinal, goes, ...about } of steps) {
          if (goes) {
            expect(index.remove(documentId(ordinal))).toBe(model.delete(ordinal));
          } else {
            const added = document(ordinal, about);
            model.set(ordinal, added);
            index.add(added);
          }
          const list = [...model.values()].sort(byAddedAt);
          for (const each of list) {
            const oldest = list.find(({ hash }) => hash === each.hash);
            const original = oldest === each ? null : (oldest?.path ?? null);
            const named = list.filter(({ path }) => fileName(path) === fileName(each.path));
            expect(index.get(each.id)).toBe(each);
            expect(index.originalOf(each)).toBe(original);
            expect(index.isDoubled(each.path)).toBe(named.length > 1);
          }
          for (const path of ["a/one.txt", "b/one.txt", "a/two.txt"]) {
            expect(index.hasOwn(path)).toBe(list.some((each) => each.path === path));
          }
        }
      }),
    );
  });
});
