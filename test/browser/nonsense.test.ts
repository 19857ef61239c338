import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as connect from "../../src/entries/connect.js";
import * as evaluation from "../../src/entries/evaluation.js";
import * as models from "../../src/entries/models.js";
import * as main from "../../src/entries/pagehound.js";
import * as tools from "../../src/entries/tools.js";
import * as viewer from "../../src/entries/viewer.js";
import { Pagehound, PagehoundError } from "../../src/index.js";
import { tries } from "../tries.js";

// Arguments that untyped pages might pass. Each is either rejected with a coded error, or
// understood.

const nonsense = fc.oneof(
  fc.constantFrom(undefined, null, 42, Number.NaN, -1, "", "x", "d1", true, Symbol("s"), 42n),
  fc.constantFrom({}, [], [null], [42], ["x"], () => undefined, new Date(0), new Map(), /x/),
  fc.constantFrom(Promise.resolve(), new Blob(["x"]), new File(["x"], "x.txt"), new URL("a:b")),
  fc.anything({ withNullPrototype: true, maxDepth: 2 }),
);
const parameter = fc.oneof(
  { weight: 3, arbitrary: fc.array(nonsense, { maxLength: 3 }) },
  // Valid in the first place, followed by nonsense.
  fc.tuple(fc.constantFrom("x", ["d1"], {}), nonsense),
);

/** What a call, or the value it returns, throws, if anything. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    const value = call();
    const next = (value as AsyncIterator<unknown> | null)?.next;
    // Starts whatever only starts with the first step, and then leaves it.
    if (typeof next === "function" && Symbol.asyncIterator in Object(value)) {
      await next.call(value);
      await (value as AsyncGenerator<unknown>).return(undefined);
    } else await value;
    return null;
  } catch (thrown) {
    return thrown;
  }
}

async function onlyTyped(name: string, call: (...args: unknown[]) => unknown): Promise<void> {
  const property = fc.asyncProperty(parameter, async (parameters) => {
    const thrown = await thrownBy(() => call(...parameters));
    if (thrown === null || PagehoundError.isInstance(thrown)) {
      // A caller's mistake must not surface as an internal error.
      if (PagehoundError.isInstance(thrown))
        expect([name, thrown.code, thrown.message]).not.toContain("internal");
      return;
    }
    throw new Error(`${name} threw ${String(thrown)}`, { cause: thrown });
  });
  await fc.assert(property, { numRuns: tries(12, 500) });
}

type Functions = [string, (...args: unknown[]) => unknown][];

function functionsOf(entry: object): Functions {
  return Object.entries(entry).filter(
    ([, value]) => typeof value === "function" && !/^class\b/.test(String(value)),
  ) as Functions;
}

/** The methods of an object, including inherited ones. */
function methodsOf(whole: object, but: readonly string[]): Functions {
  const names = new Set<string>();
  for (
    let proto = Object.getPrototypeOf(whole);
    proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto)
  ) {
    for (const name of Object.getOwnPropertyNames(proto)) names.add(name);
  }
  return [...names]
    .filter((name) => name !== "constructor" && !but.includes(name))
    .map((name) => [name, Reflect.get(whole, name)] as const)
    .filter(([, value]) => typeof value === "function")
    .map(([name, method]) => [name, method.bind(whole)]);
}

const entries = { main, connect, evaluation, models, tools, viewer };
/**
 * Safe to call: with valid arguments some of these load models or read for a long time, but
 * nonsense is never valid.
 */
describe.each(Object.entries(entries))("functions of the entry %s", (_entry, exported) => {
  it.each(functionsOf(exported))(
    "%s accepts nonsense, or reports what is wrong",
    async (name, call) => {
      // Without arguments this one does all of its work.
      if (name === "selfTest") return;
      await onlyTyped(name, call);
    },
  );
});

describe("a collection", () => {
  let hound: Pagehound;
  beforeAll(async () => {
    hound = await Pagehound.open({ storage: "memory", assetsBase: "/assets/", parseWorkers: 1 });
    await hound.add([{ path: "a.txt", file: new Blob(["A qersu is a kind of boat."]) }]);
  });
  afterAll(() => hound.close());

  it("opening, listing and deleting a collection accept nonsense, or report what is wrong", async () => {
    for (const name of ["delete", "list"] as const) {
      await onlyTyped(name, (...parameters) =>
        name === "list" ? Pagehound.list() : Pagehound.delete(...(parameters as [string])),
      );
    }
    await onlyTyped("open", async (...parameters) => {
      const options = Object(parameters[0] ?? {}) as object;
      const opened = await Pagehound.open(
        parameters.length === 0 || typeof parameters[0] !== "object"
          ? (parameters[0] as object)
          : { ...options, storage: "memory", parseWorkers: 1 },
      );
      opened.close();
    });
  });

  it("methods accept nonsense, or report what is wrong", async () => {
    const parts = [
      ...methodsOf(hound, ["close", "keepRestorable"]),
      ...methodsOf(hound.queue, []),
      ...methodsOf(hound.collection, []),
      ...methodsOf(hound.conversations, []),
      ...methodsOf(hound.published, []),
      ...methodsOf(hound.embeddings, ["start"]),
      ...methodsOf(hound.toolExamples, []),
      ...methodsOf(hound.guides, []),
    ];
    for (const [name, method] of parts) {
      // It runs until it is left.
      if (name === "changes") expect(() => method(42)).toThrow(PagehoundError);
      else await onlyTyped(name, method);
    }
  });

  it("explains the most common mistakes in arguments", async () => {
    const wrong = hound as unknown as Record<string, (...args: unknown[]) => unknown>;
    const cases: [string, unknown[], RegExp][] = [
      ["add", [undefined], /list of files, not undefined/],
      ["add", ["x"], /list of files, not the text “x”/],
      ["add", [[42]], /Each file to add must be an object, not 42/],
      ["search", [42], /A query must be text, not 42/],
      ["search", ["x", 42], /options must be an object, not 42/],
      ["search", ["x", { signal: 42 }], /`signal` must be an AbortSignal, not 42/],
      ["ask", [""], /The question is empty/],
      ["ask", [undefined], /A question must be text, not undefined/],
      ["ask", ["Why?", { model: "web-llm:Qwen3" }], /A model must be an object, not the text/],
      ["remove", ["d1"], /must be a list, not the text “d1”/],
    ];
    for (const [name, parameters, message] of cases) {
      const thrown = await thrownBy(() => wrong[name]?.(...parameters));
      expect(thrown).toMatchObject({ code: "invalid-argument", message });
    }
  });

  it("ignores options with unknown names", async () => {
    const { hits } = await hound.search("qersu", { unknown: 42 } as object);
    expect(hits).toHaveLength(1);
  });
});

it("a viewer accepts nonsense, or reports what is wrong", async () => {
  await onlyTyped("DocumentViewer", (...parameters) => {
    const Viewer = viewer.DocumentViewer as new (...args: unknown[]) => { close(): void };
    new Viewer(...parameters).close();
  });
});
