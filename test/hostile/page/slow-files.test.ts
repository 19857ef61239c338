import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import type { ParseApi } from "../../../src/readers/format.js";
import { createParseSession } from "../../../src/readers/parse-session.js";
import { type CollectionInPage, openInPage } from "../../browser/collection/in-page.js";
import { addAll, ends, textFile } from "../../browser/collection/watched.js";
import { openFile, readAll, withParser } from "../../browser/readers/open-pdf.js";
import { isLong } from "../../tries.js";
import { bracketsPdf, expandingForm, manyPagesPdf } from "../attack/endless-pdfs.js";

const name = "slow-files";
const setup = { assetsBase: "/assets/", ocr: null };
let opened: CollectionInPage | undefined;

beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(() => {
  opened?.close();
  opened = undefined;
});

/** A gate that stays closed until it is opened. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** A file in parts. */
const long = (path: string) =>
  textFile(path, `A punt is pushed along with a pole, says ${path}.\n\n`.repeat(300));

describe("a slow file", () => {
  /** Reads like any parser, except for one file, whose opening or second part waits for a gate. */
  function parsers(slow: "opening" | "page", shut: Promise<void>) {
    const calls: string[] = [];
    const parser = (): ParseApi => {
      const session = createParseSession(setup);
      let path = "";
      return {
        ...session,
        open: async (request, options) => {
          path = request.path;
          calls.push(`open ${path}`);
          if (slow === "opening" && path === "slow.txt") await shut;
          return session.open(request, options);
        },
        readPage: async (request, options) => {
          if (path === "slow.txt") calls.push(`page ${request.number}`);
          if (slow === "page" && path === "slow.txt" && request.number === 2) await shut;
          return session.readPage(request, options);
        },
      };
    };
    return { parser, calls };
  }

  it.each(["opening", "page"] as const)(
    "a file with a slow %s lets later files go first",
    async (slow) => {
      const { passed, open } = gate();
      const { parser, calls } = parsers(slow, passed);
      opened = await openInPage(name, { parser, pageSeconds: 8 });
      const adding = opened.add([long("slow.txt"), ...["a.txt", "b.txt", "c.txt"].map(long)]);
      const ready = () => opened?.collection.summaries.map(({ path }) => path);
      await expect.poll(ready, { timeout: 60_000 }).toEqual(["a.txt", "b.txt", "c.txt"]);
      open();
      expect(ends(await adding)).toEqual(
        ["a", "b", "c", "slow"].map((path) => `${path}.txt: ready`),
      );
      // The part that was already read is not read again.
      if (slow === "page") expect(calls.filter((each) => each === "page 1")).toHaveLength(1);
    },
  );

  it("a slow file does not wait for closed tabs", async () => {
    const { passed, open } = gate();
    const { parser, calls } = parsers("page", passed);
    opened = await openInPage(name, { parser, pageSeconds: 6 });
    const adding = opened.add([long("slow.txt")]);
    await expect.poll(() => calls, { timeout: 60_000 }).toContain("page 2");
    // Its share is used up by then, so it is abandoned for a page that takes twice as long.
    await expect
      .poll(() => calls.filter((each) => each.startsWith("open")).length, { timeout: 60_000 })
      .toBe(2);
    open();
    expect(ends(await adding)).toEqual(["slow.txt: ready"]);
    const [document] = opened.collection.summaries;
    expect(document?.pages).toMatchObject({ unreadable: 1 });
  });
});

describe("a file made to be slow", () => {
  it.runIf(isLong)("reads only the first of too many form fields, and reports that", async () => {
    const { pages } = await withParser((parser) =>
      readAll(parser, expandingForm(400, 20_000), "form.pdf"),
    );
    expect(pages).toMatchObject([
      { state: "text", problem: expect.stringContaining("form fields") },
    ]);
    const { text = "" } = pages[0] ?? {};
    expect(text).toContain("Name of the ship");
    expect(text).toContain("tide");
    expect(text.length).toBeLessThan(400_000);
  });

  it.runIf(isLong)("indexes half a million meaningless brackets like any other text", async () => {
    const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
    const file = bracketsPdf(500_000, "A punt is pushed along with a pole.");
    expect(ends(await addAll(hound, { path: "brackets.pdf", file }))).toEqual([
      "brackets.pdf: ready",
    ]);
    expect((await hound.search("punt")).hits.map(({ page }) => page)).toEqual([1]);
    hound.close();
  });

  it.runIf(isLong)(
    "reads the first 25,000 of 40,000 pages, and says what is left out",
    async () => {
      await withParser(async (parser) => {
        const file = manyPagesPdf(40_000, "Every page says this.");
        const { pageCount } = await openFile(parser, file, "many.pdf");
        expect(pageCount).toBe(25_001);
        expect(await parser.readPage({ number: 1 })).toMatchObject({ state: "text" });
        expect(await parser.readPage({ number: 25_000 })).toMatchObject({ state: "text" });
        expect(await parser.readPage({ number: 25_001 })).toMatchObject({
          state: "unreadable",
          problem: expect.stringMatching(/40,000 pages.*25,000/),
        });
      });
    },
  );
});
