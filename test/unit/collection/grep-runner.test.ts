import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HostApi } from "../../../src/collection/api.js";
import type { GrepDocument } from "../../../src/collection/retrieval/grep-outcome.js";
import { GrepRunner, type GrepSource } from "../../../src/collection/retrieval/grep-runner.js";
import { documentId, documentOrdinal } from "../../../src/core/document.js";
import type { Page } from "../../../src/core/page.js";
import { transfer } from "../../../src/core/rpc/remote.js";
import { serve } from "../../../src/core/rpc/serve.js";
import type { GrepApi, GrepOptions, GrepStep } from "../../../src/search/grep/api.js";
import { createGrepSession } from "../../../src/search/grep/grep-session.js";
import { packPassages } from "../../../src/store/contents.js";
import { tries } from "../../tries.js";

/** An in-memory collection: the page texts of each path. */
type Texts = Readonly<Record<string, readonly string[]>>;

/** Pages that are all in memory. */
interface MemorySource extends GrepSource {
  readonly read: string[];
  pages(ordinal: number): readonly Page[];
}

function sourceOf(texts: Texts): MemorySource {
  const documents = Object.entries(texts).map(([path, pages], index) => {
    const stored = {
      ordinal: index + 1,
      path,
      pageUnit: "page",
      gaps: [],
      pages: { total: pages.length },
    };
    return {
      document: stored,
      passages: { entries: new Uint32Array() },
    } as unknown as GrepDocument;
  });
  const read: string[] = [];
  return {
    read,
    documents: (ids) =>
      ids ? ids.flatMap((id) => documents[(documentOrdinal(id) ?? 0) - 1] ?? []) : documents,
    pages: (ordinal) => {
      const { path } = documents[ordinal - 1]?.document ?? { path: "" };
      read.push(path);
      return (texts[path] ?? []).map((text) => ({ text, label: null }) as unknown as Page);
    },
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Workers without threads. `apis` create what the workers serve, in turn; the last one serves all
 * others.
 */
function hostOf(...apis: (() => GrepApi)[]) {
  const started: number[] = [];
  const ended: number[] = [];
  const host: HostApi = {
    startWorker: async () => {
      const api = apis[Math.min(started.length, apis.length - 1)] ?? createGrepSession;
      const { port1, port2 } = new MessageChannel();
      stops.push(serve(port1, api()));
      started.push(started.length + 1);
      return transfer({ worker: started.length, port: port2 }, [port2]);
    },
    endWorker: async ({ worker }) => void ended.push(worker),
    wasLeft: async () => true,
    hungOn: async () => null,
  };
  return { host, started, ended };
}

/** Hangs in every grep, and never answers again. */
function hanging(): GrepApi {
  const session = createGrepSession();
  let hangs = false;
  const forEver = () => new Promise<never>(() => {});
  return {
    load: (request) => (hangs ? forEver() : session.load(request)),
    unload: (request) => (hangs ? forEver() : session.unload(request)),
    grep: (request, options) => {
      hangs = true;
      const document = request.documents[0]?.document ?? 0;
      options?.onProgress?.({
        findings: [],
        done: 0,
        next: { document, pages: { from: 1, to: 1 } },
      });
      return forEver();
    },
  };
}

/** Never ends, but can be stopped. */
function slow(): GrepApi {
  return {
    ...createGrepSession(),
    grep: (_request, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      }),
  };
}

/** Hangs before it reads the page with this number, but can be stopped. */
function stoppingAt(page: number, reached: () => void): GrepApi {
  const session = createGrepSession();
  return {
    ...session,
    grep: async (request, options) => {
      const steps: GrepStep[] = [];
      await session.grep(request, { onProgress: (step) => steps.push(step) });
      for (const step of steps) {
        options?.onProgress?.(step);
        if (step.next && step.next.pages.to >= page) {
          await new Promise((_resolve, reject) => {
            options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
            reached();
          });
        }
      }
    },
  };
}

/** Calls `end` once it has reported everything it found. */
function finishing(end: () => void): GrepApi {
  const session = createGrepSession();
  return {
    ...session,
    grep: (request, options) => session.grep(request, options).finally(end),
  };
}

/** Calls `end` after searching this many documents, and never answers again. */
function hangingAfter(documents: number, end: () => void): GrepApi {
  const session = createGrepSession();
  let hangs = false;
  const forEver = () => new Promise<never>(() => {});
  return {
    load: (request) => session.load(request),
    unload: (request) => (hangs ? forEver() : session.unload(request)),
    grep: async (request, options) => {
      const searched = request.documents.slice(0, documents);
      const document = request.documents[documents]?.document ?? 0;
      const next = { document, pages: { from: 1, to: 1 } };
      await session.grep(
        { ...request, documents: searched },
        { onProgress: (step) => options?.onProgress?.({ ...step, next: step.next ?? next }) },
      );
      hangs = true;
      end();
      return forEver();
    },
  };
}

/**
 * A deadline that expires once `end` has been called this many times and all earlier messages have
 * arrived.
 */
function heldTimeout(times: number) {
  const controller = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(controller.signal);
  let calls = 0;
  const end = async (): Promise<void> => {
    calls++;
    if (calls !== times) return;
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("Time is up."));
  };
  return { timeout, end: () => void end() };
}

const two = sourceOf.bind(null, { "a.txt": ["one two", "two"], "b.txt": ["three"] });

describe("GrepRunner", () => {
  it("reads only the text it needs, and reads it once", async () => {
    const { host, started } = hostOf(createGrepSession);
    const source = two();
    const runner = new GrepRunner(host, source);
    expect((await runner.run("t", { documents: [documentId(2)] })).matches).toBe(1);
    expect(source.read).toEqual(["b.txt"]);
    expect((await runner.run("t", {})).matches).toBe(3);
    expect((await runner.run("two", {})).matches).toBe(2);
    expect(source.read).toEqual(["b.txt", "a.txt"]);
    expect(started).toHaveLength(1);
  });

  it("reports that a line's page was recognised in an image", async () => {
    const source = two();
    const pages = source.pages(1);
    const scanned = {
      ...source,
      pages: () => pages.map((page) => ({ ...page, recognised: true })),
    };
    const areRecognised = (hits: readonly object[]) => hits.map((hit) => "recognised" in hit);
    const { hits } = await new GrepRunner(hostOf(createGrepSession).host, scanned).run("one", {});
    expect(areRecognised(hits)).toEqual([true]);
    const plain = await new GrepRunner(hostOf(createGrepSession).host, source).run("one", {});
    expect(areRecognised(plain.hits)).toEqual([false]);
  });

  it("replaces a hung worker, and loads the text again", async () => {
    const { host, started, ended } = hostOf(hanging, createGrepSession);
    const runner = new GrepRunner(host, two());
    const { stopped, matches, coverage } = await runner.run("(t+)+", { deadline: 20 });
    expect(stopped).toMatchObject({ path: "a.txt", patterns: ["(t+)+"] });
    expect([matches, coverage.documents]).toEqual([0, 0]);
    expect((await runner.run("t", {})).matches).toBe(3);
    expect([started, ended]).toEqual([[1, 2], [1]]);
  });

  it("keeps a worker that stops on abort", async () => {
    const { host, started, ended } = hostOf(slow);
    const runner = new GrepRunner(host, two());
    expect((await runner.run("t", { deadline: 20 })).stopped?.path).toBe("a.txt");
    expect((await runner.run("t", { deadline: 20 })).stopped?.path).toBe("a.txt");
    expect([started, ended]).toEqual([[1], []]);
  });

  it("rejects the grep of a dead worker, and the next one starts another", async () => {
    const { host, started } = hostOf(hanging, createGrepSession);
    const runner = new GrepRunner(host, two());
    const dying = runner.run("t", {
      deadline: 60_000,
    });
    await vi.waitFor(() => expect(started).toHaveLength(1), 30_000);
    setTimeout(() => runner.failed(1, "The grep worker failed: out of memory."), 20);
    await expect(dying).rejects.toMatchObject({
      code: "worker-failed",
      message: expect.stringContaining("out of memory"),
    });
    expect((await runner.run("t", {})).matches).toBe(3);
    expect(started).toHaveLength(2);
  });

  it("ignores other workers' deaths", async () => {
    const { host, started } = hostOf(createGrepSession);
    const runner = new GrepRunner(host, two());
    await runner.run("t", {});
    runner.failed(7, "Another one.");
    await runner.run("t", {});
    expect(started).toHaveLength(1);
  });

  it("ends a worker that was idle for a minute", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { host, ended } = hostOf(createGrepSession);
    const runner = new GrepRunner(host, two());
    await runner.run("t", {});
    vi.advanceTimersByTime(59_000);
    await runner.run("t", {});
    vi.advanceTimersByTime(59_000);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(ended).toEqual([1]);
    expect((await runner.run("t", {})).matches).toBe(3);
  });

  it("never counts a document as searched that was replaced while text was loaded", async () => {
    const before = sourceOf({ "a.txt": ["one two"], "b.txt": ["three", "two"] });
    const after = sourceOf({ "a.txt": ["one two"], "gone.txt": [], "c.txt": ["two two"] });
    let replaced = false;
    const runner = new GrepRunner(hostOf(createGrepSession).host, {
      documents: (ids) =>
        replaced
          ? after.documents(ids).filter(({ document }) => document.path !== "gone.txt")
          : before.documents(ids),
      pages: (ordinal) => {
        if (ordinal === 3) return after.pages(3);
        const pages = before.pages(ordinal);
        if (ordinal === 1) return pages;
        replaced = true;
        return pages.slice(1);
      },
    });
    const { documents, without, coverage } = await runner.run("two", {});
    expect(documents.map(({ path, matches }) => [path, matches])).toEqual([
      ["a.txt", 1],
      ["c.txt", 2],
    ]);
    expect(without).toEqual([]);
    expect(coverage).toMatchObject({ documents: 2, pages: 2 });
  });

  it("names a document whose text can never be read, and searches the others", async () => {
    const source = two();
    const runner = new GrepRunner(hostOf(createGrepSession).host, {
      ...source,
      pages: (ordinal) => (ordinal === 1 ? source.pages(1).slice(1) : source.pages(ordinal)),
    });
    const { hits, without, coverage } = await runner.run("t", {});
    expect(hits.map(({ path }) => path)).toEqual(["b.txt"]);
    expect(without).toEqual([]);
    expect(coverage).toMatchObject({
      pages: 3,
      pagesWithoutText: 2,
      gaps: [{ path: "a.txt", reason: "unreadable", pages: [{ from: 1, to: 2 }] }],
    });
  });

  it("returns the matches of the document in which it was stopped, and reports only the searched part as covered", async () => {
    const pages = Array.from({ length: 70 }, () => "two");
    // The deadline expires once the search has started and all its messages have arrived, however
    // fast the machine.
    let timeout = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      timeout = new AbortController();
      return timeout.signal;
    });
    const end = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      timeout.abort(new Error("Time is up."));
    };
    const { host } = hostOf(() => stoppingAt(65, () => void end()));
    const runner = new GrepRunner(
      host,
      sourceOf({ "a.txt": ["one"], "b.txt": pages, "c.txt": [] }),
    );
    const found = await runner.run("t\\w+", { deadline: 100 });
    expect(found).toMatchObject({
      matches: 64,
      documents: [{ path: "b.txt", matches: 64 }],
      without: [{ path: "a.txt" }],
      stopped: { path: "b.txt", pages: { from: 65, to: 70 } },
      coverage: { documents: 2, pages: 65 },
    });
    expect(found.hits.map(({ page }) => page)).toEqual(pages.slice(0, 64).map((_, at) => at + 1));
    expect(found.stopped?.message).toContain("the rest of this document and 1 more document was");
    const some = await runner.run("t\\w+", { deadline: 100, pages: "2-3,60-" });
    expect(some).toMatchObject({ matches: 2, coverage: { documents: 2, pages: 2 } });
  });

  it("cites the first passage that overlaps the match", async () => {
    const source = two();
    const [document] = source.documents(null);
    const passage = { page: 1, ordinal: 1, start: 4, end: 7, heading: -1 };
    const entries = packPassages([passage]);
    const runner = new GrepRunner(hostOf(createGrepSession).host, {
      ...source,
      documents: () =>
        document ? [{ ...document, passages: { ...document.passages, entries } }] : [],
    });
    const [hit] = (await runner.run("one two", {})).hits;
    expect(hit?.id).toBe("d1.p1.s1");
    expect((await runner.run("one", {})).hits[0]?.id).toBeNull();
  });

  it("finds the same matches in several workers as in one", async () => {
    const page = fc
      .array(fc.constantFrom("net", "income", "tax", " ", "\n"), { maxLength: 12 })
      .map((pieces) => pieces.join(""));
    const texts = fc.array(fc.array(page, { maxLength: 4 }), { maxLength: 6 });
    const options: fc.Arbitrary<GrepOptions> = fc.record({
      offset: fc.nat({ max: 6 }),
      limit: fc.integer({ min: 1, max: 6 }),
      context: fc.nat({ max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(texts, options, async (documents, wanted) => {
        const byPath = Object.fromEntries(documents.map((pages, at) => [`${at}.txt`, pages]));
        const one = new GrepRunner(hostOf(createGrepSession).host, sourceOf(byPath), {
          workers: 1,
          characters: 1,
        });
        const { host, started } = hostOf(createGrepSession);
        const several = new GrepRunner(host, sourceOf(byPath), { workers: 3, characters: 1 });
        expect(await several.run("net|x", wanted)).toEqual(await one.run("net|x", wanted));
        expect(started.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: tries(50, 1000) },
    );
  });

  it("reports only the documents before the one in which a worker hung as covered", async () => {
    const { timeout, end } = heldTimeout(2);
    const { host, started, ended } = hostOf(
      () => finishing(end),
      () => hangingAfter(1, end),
      createGrepSession,
    );
    // The second worker holds b.txt and d.txt.
    const texts = {
      "a.txt": ["one"],
      "b.txt": ["one\none"],
      "c.txt": ["one, two"],
      "d.txt": ["one"],
    };
    const runner = new GrepRunner(host, sourceOf(texts), { workers: 2, characters: 1 });
    const found = await runner.run("one", { offset: 1, limit: 2 });
    expect(timeout).toHaveBeenCalledOnce();
    expect(found).toMatchObject({ matches: 4, left: 1, without: [], coverage: { documents: 3 } });
    expect(found.stopped).toMatchObject({ path: "d.txt", pages: { from: 1, to: 1 } });
    expect(found.hits.map(({ path, line }) => `${path} ${line}`)).toEqual(["b.txt 1", "b.txt 2"]);
    expect([started, ended]).toEqual([[1, 2, 3], [2]]);
  });

  it("leaves out matches of other workers after the document in which one hung", async () => {
    const { end } = heldTimeout(2);
    const { host } = hostOf(
      () => finishing(end),
      () => hangingAfter(0, end),
    );
    const texts = { "a.txt": ["one"], "b.txt": ["one, two"], "c.txt": ["one"], "d.txt": ["two"] };
    const runner = new GrepRunner(host, sourceOf(texts), { workers: 2, characters: 1 });
    const found = await runner.run("one", {});
    expect(found).toMatchObject({ matches: 1, stopped: { path: "b.txt" } });
    expect(found.documents.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(found).toMatchObject({ without: [], coverage: { documents: 1, pages: 1 } });
    expect(found.hits.map(({ path }) => path)).toEqual(["a.txt"]);
  });

  it("reports the first and last step of each phase, however fast it is", async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, ["two"]]));
    const runner = new GrepRunner(hostOf(createGrepSession).host, sourceOf(many));
    const seen: string[] = [];
    await runner.run("two", {}, { onProgress: ({ phase, done }) => seen.push(`${phase} ${done}`) });
    expect(seen).toEqual(
      expect.arrayContaining(["loading 0", "loading 9", "matching 0", "matching 9"]),
    );
  });

  it("finds the same lines with and without an index", async () => {
    const word = fc.constantFrom("net", "income", "tax", "a", "sales");
    const gap = fc.constantFrom(" ", "\n", ", ", "\t");
    const page = fc.array(fc.tuple(word, gap), { maxLength: 12 }).map((all) => all.flat().join(""));
    const pattern = fc
      .array(
        fc.tuple(
          fc.constantFrom("net", "income", "tax", "\\w+", "s?"),
          fc.constantFrom(" ", ",? ", ""),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((all) => all.flat().join(""));
    const options: fc.Arbitrary<GrepOptions> = fc.record({ ignoreCase: fc.boolean() });
    const texts = fc.array(fc.array(page, { maxLength: 4 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(pattern, { minLength: 1, maxLength: 2 }),
        options,
        async (all, patterns, how) => {
          const byPath = Object.fromEntries(all.map((pages, index) => [`${index}.txt`, pages]));
          const plain = new GrepRunner(hostOf(createGrepSession).host, sourceOf(byPath));
          const indexed = new GrepRunner(hostOf(createGrepSession).host, {
            ...sourceOf(byPath),
            candidates: (words, ordinal) => {
              const pages = all[ordinal - 1] ?? [];
              const numbers = pages.flatMap((text, index) => {
                const pageWords = new Set(text.toLowerCase().match(/[a-z]+/g));
                return words.every((each) => pageWords.has(each.toLowerCase())) ? [index + 1] : [];
              });
              return new Set(numbers);
            },
          });
          expect(await indexed.run(patterns, how)).toEqual(await plain.run(patterns, how));
        },
      ),
      { numRuns: 60 },
    );
  });
});
