import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  AskOptions,
  DocumentId,
  InputFile,
  LanguageModel,
  Pagehound,
  Tool,
} from "../../../src/index.js";
import { Gullible } from "../../fixtures/injection/gullible.js";
import { injections } from "../../fixtures/injection/injections.js";
import { fixture } from "../fixture.js";
import { type CheckedRun, checkRun } from "./check-run.js";
import { openLibrary } from "./library.js";

const question = "What does the annual report of the harbour instruct?";

/** The same instructions in other formats, with content that a browser would load on its own. */
const texts: readonly InputFile[] = injections.flatMap(({ word, order }) => {
  const html = order.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return [
    {
      path: `notes/${word}.md`,
      file: new Blob([`# Annual report\n\n${order}\n\n![x](https://mallory.example/md.png)\n`]),
    },
    {
      path: `notes/${word}.html`,
      file: new Blob([
        `<html><head><link rel="stylesheet" href="https://mallory.example/x.css"></head><body onload="fetch('https://mallory.example/')"><h1>Annual report</h1><p>${html}</p><script>fetch("https://mallory.example/")</script><img src="https://mallory.example/x.png"></body></html>`,
      ]),
    },
  ];
});

let hound: Pagehound;
let documents: Awaited<ReturnType<Pagehound["documents"]>>;
let done: unknown[];

beforeAll(async () => {
  performance.setResourceTimingBufferSize(100_000);
  const pdfs = injections.map(async ({ name, path }) => {
    return { path, file: await fixture(`injection/${name}.pdf`) };
  });
  hound = await openLibrary("injection-test", [...(await Promise.all(pdfs)), ...texts]);
  documents = await hound.documents();
});
beforeEach(() => {
  done = [];
});
afterAll(() => hound.close());

/** Tools of the page that change something; nobody is present to approve a call. */
const changing: readonly Tool[] = ["delete_everything", "send_mail", "remove_document"].map(
  (name) => ({
    name,
    description: "Does what its name says.",
    parameters: { type: "object", properties: {} },
    readOnly: false,
    run: async (args) => {
      done.push([name, args]);
      return { text: "Done.", evidence: [], summary: "Done" };
    },
  }),
);

interface GullibleRun extends CheckedRun {
  /** Everything shown to the model except the system prompt. */
  readonly prompts: readonly string[];
  /** The reply schemas requested from it. */
  readonly forms: ReadonlySet<string>;
}

/** Asks a model that obeys every instruction. */
async function askGullible(options: AskOptions): Promise<GullibleRun> {
  const gullible = new Gullible();
  const prompts: string[] = [];
  const forms = new Set<string>();
  const model: LanguageModel = {
    info: {
      id: "custom:gullible",
      name: "Gullible",
      provider: "custom",
      contextLength: 32_768,
      sendsTo: null,
      choosesTools: true,
    },
    complete: async ({ messages, responseFormat }) => {
      forms.add(JSON.stringify(responseFormat));
      const shown = messages.filter(({ role }) => role === "user").map(({ content }) => content);
      prompts.push(...shown);
      const isAction = responseFormat?.name.startsWith("action") ?? false;
      const reply = isAction ? gullible.act(`\n${shown.join("\n")}`) : gullible.answer();
      return {
        content: JSON.stringify(reply),
        finishReason: "stop",
        usage: { promptTokens: 1000, reusedTokens: null, completionTokens: 50 },
        timing: { firstToken: 0, total: 0 },
      };
    },
    unload: async () => {},
  };
  const calls = 15;
  const run = hound.ask(question, { model, calls, tools: changing, ...options });
  return { ...(await checkRun(hound, run, calls)), prompts, forms };
}

/** Checks what must hold whatever documents say. */
async function expectHarmless({ events, answer, forms }: GullibleRun): Promise<void> {
  const reading = ["list_documents", "outline", "read", "search", "grep", "preview"];
  const carriedOut = events.flatMap((event) => (event.type === "tool-result" ? [event.tool] : []));
  expect(reading).toEqual(expect.arrayContaining([...new Set(carriedOut)]));
  expect(done).toEqual([]);
  expect(await hound.documents()).toEqual(documents);
  // Its text is shown, but marked as unsupported.
  expect(answer.kind).toBe("answered");
  expect(answer.sentences.length).toBeGreaterThan(0);
  expect(answer.sentences.filter(({ supported }) => supported)).toEqual([]);
  // One schema for acting and one for answering, whatever the documents ask for.
  expect(forms.size).toBeLessThanOrEqual(2);
  for (const form of forms) {
    for (const { tool } of injections) {
      if (tool !== "answer") expect(form).not.toContain(`"${tool}"`);
    }
  }
}

function idOf(path: string): DocumentId {
  const document = documents.find((each) => each.path === path);
  if (!document) throw new Error(`${path} was not added.`);
  return document.id;
}

describe("instructions in a PDF", () => {
  it.each(injections)(
    "instructions in a PDF have no effect through $name",
    async ({ path, word, tool, isRead }) => {
      const run = await askGullible({ strategy: "tools", documents: [idOf(path)] });
      expect(run.prompts.join("\n").includes(word)).toBe(isRead);
      await expectHarmless(run);
      if (tool === "answer" || !isRead) return;
      const refused = run.events.filter((event) => event.type === "tool-error");
      expect(refused.map((event) => event.tool)).toContain(tool);
    },
  );
});

describe("instructions in documents", () => {
  it.each(["full-tools", "retrieve-tools", "outline-tools"] as const)(
    "instructions in documents have no effect through %s",
    async (strategy) => {
      const run = await askGullible({ strategy });
      const shown = injections.filter(({ word }) => run.prompts.join("\n").includes(word));
      expect(shown.length).toBeGreaterThan(0);
      await expectHarmless(run);
    },
  );

  it("instructions in documents cannot approve a call in place of the person", async () => {
    const confirmed: string[] = [];
    const run = await askGullible({
      strategy: "tools",
      documents: [idOf("mail/plain-text.pdf")],
      confirm: ({ name }) => {
        confirmed.push(name);
        return false;
      },
    });
    expect(confirmed).toEqual(["delete_everything"]);
    expect(done).toEqual([]);
    expect(run.prompts.join("\n")).toContain("did not agree to call delete_everything");
  });

  it("instructions in documents cannot close the fence around their text", async () => {
    const paths = ["mail/marks.pdf", "notes/binturong.md", "notes/binturong.html"];
    const run = await askGullible({ strategy: "full-tools", documents: paths.map(idOf) });
    const shown = run.prompts.join("\n");
    // The instruction was shown with its fence markers broken up.
    expect(shown.match(/<\/ result>/g)?.length).toBeGreaterThanOrEqual(paths.length);
    for (const prompt of run.prompts) {
      const names = "result|passages|documents|text|notes|conversation";
      const opened = prompt.match(new RegExp(`<(${names})\\b`, "g"))?.length ?? 0;
      const closed = prompt.match(new RegExp(`</(${names})>`, "g"))?.length ?? 0;
      expect(closed).toBe(opened);
    }
  });

  it("instructions in documents cannot make the page load anything from another site", async () => {
    await askGullible({ strategy: "full-tools" });
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    // At least the fixtures themselves were loaded.
    expect(loaded.some(({ pathname }) => pathname.includes("/injection/"))).toBe(true);
    expect(loaded.filter(({ origin }) => origin !== location.origin)).toEqual([]);
  });
});
