import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driveChromium } from "../../cli/driver.js";
import { documentTools } from "../../src/agent/tools/standard-tools.js";
import { engineReader } from "../../src/connect/sources/engine-reader.js";
import { EngineIndex } from "../../src/connect/sources/opensearch.js";
import { ensureBuilt, ensureSiteBuilt } from "../driver/ensure-built.js";
import { findBrowser } from "../driver/find-browser.js";
import { repository } from "../driver/repository.js";
import { isLong } from "../tries.js";
import { FourPlaces, facts } from "./four-places.js";
import { Cluster, whyNoCluster } from "./open-search/cluster.js";
import { writePdf } from "./write-pdf.js";

const command = path.join(repository, "dist/cli/pagehound.js");
// Starting three nodes takes most of a minute on two cores.
const why = isLong ? await whyNoCluster() : "It is tried in a long run.";
if (isLong && why !== null) process.stderr.write(`${why}\n`);

let folder: string;
let cluster: Cluster;

function start(index: string, ...more: string[]): ChildProcess {
  const target = `opensearch:${cluster.url}/${index}`;
  return spawn(process.execPath, [command, "index", folder, "--to", target, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(index: string, ...more: string[]): Promise<{ code: number; out: string }> {
  const child = start(index, ...more);
  let out = "";
  child.stdout?.on("data", (text: Buffer) => {
    out += text.toString();
  });
  child.stderr?.resume();
  const code = await new Promise<number>((ended) =>
    child.once("close", (code) => ended(code ?? 1)),
  );
  return { code, out };
}

const files = 24;
const originals = "https://intranet.example/files";

describe.runIf(why === null)("documents in OpenSearch", () => {
  beforeAll(async () => {
    await Promise.all([ensureBuilt(), ensureSiteBuilt()]);
    process.env.PAGEHOUND_BROWSER = await findBrowser();
    folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-index-"));
    await mkdir(path.join(folder, "notes"));
    await writePdf(path.join(folder, "plant.pdf"), [
      "This page is about nothing in particular.",
      "A heliostat field of 4212 mirrors stands here. They are washed each spring.",
    ]);
    await writeFile(path.join(folder, "tower.md"), `# Tower\n\n${facts.engine}.\n`);
    for (let note = 1; note < files - 1; note++) {
      const text = `Note ${note}\n\nThe lighthouse of island ${note} has ${note * 7} steps.`;
      await writeFile(path.join(folder, `notes/${note}.txt`), text);
    }
    cluster = await Cluster.start(3);
  });
  afterAll(async () => {
    await cluster?.end();
    await rm(folder, { recursive: true });
  });

  test("documents in OpenSearch are written once, even after a killed run, and read with their evidence ids", async () => {
    const index = new EngineIndex({ url: `${cluster.url}/notes` });
    const killed = start("notes");
    const written = async () => {
      if ((await index.version().catch(() => null)) === null) return 0;
      return [...(await index.documents()).values()].filter(({ ready }) => ready).length;
    };
    await expect.poll(written).toBeGreaterThan(2);
    killed.kill("SIGKILL");
    const { code, out } = await run("notes");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(await run("notes")).toEqual({
      code: 0,
      out: `0 documents with 0 passages written to notes; ${files} unchanged.\n`,
    });
    const library = engineReader({ url: `${cluster.url}/notes` });
    const documents = await library.documents();
    expect(documents).toHaveLength(files);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(files);
    for (const { id, passages } of documents) {
      expect((await library.passages(id)).map((passage) => passage.id)).toHaveLength(passages);
    }
    const { hits } = await library.search("How many mirrors are there?");
    expect(hits[0]).toMatchObject({ page: 2, path: expect.stringMatching(/plant\.pdf$/) });
    const [hit] = hits;
    if (!hit) throw new Error("Nothing was found.");
    expect(
      hit.marks.map(({ start, end }) =>
        hit.text.slice(start - hit.span.start, end - hit.span.start),
      ),
    ).toContain("mirrors");
    expect(await library.passagesById([hit.id])).toMatchObject([{ id: hit.id, text: hit.text }]);
  });

  test("documents in OpenSearch are replaced if their files changed, and removed on request", async () => {
    await writeFile(path.join(folder, "notes/1.txt"), "Note 1\n\nThe lighthouse was closed.");
    await rm(path.join(folder, "notes/2.txt"));
    expect((await run("notes")).out).toContain("1 documents with 1 passages written");
    expect((await run("notes", "--remove-missing")).out).toContain("1 removed");
    const library = engineReader({ url: `${cluster.url}/notes` });
    expect(await library.documents()).toHaveLength(files - 1);
    expect((await library.search('"island 2"')).hits).toEqual([]);
    expect((await library.search('"lighthouse was closed"')).hits).toHaveLength(1);
    expect((await library.search('"island 1"')).hits).toEqual([]);
  });

  test("documents in OpenSearch have a link to their file if its address is given, also for indexed documents", async () => {
    const library = engineReader({ url: `${cluster.url}/notes` });
    const links = async () =>
      new Map((await library.documents()).map(({ path, originalUrl }) => [path, originalUrl]));
    expect([...(await links()).values()].filter((link) => link !== undefined)).toEqual([]);
    const summary = `0 documents with 0 passages written to notes; ${files - 1} unchanged`;
    const linked = await run("notes", "--originals", originals);
    expect(linked.out).toBe(`${summary}, ${files - 1} links to files updated.\n`);
    expect((await run("notes", "--originals", `${originals}/`)).out).toBe(`${summary}.\n`);
    const inside = path.basename(folder);
    expect((await links()).get(`${inside}/plant.pdf`)).toBe(`${originals}/plant.pdf`);
    expect((await links()).get(`${inside}/notes/3.txt`)).toBe(`${originals}/notes/3.txt`);
    const { code } = await run("notes", "--originals", "ftp://intranet.example");
    expect(code).toBe(2);
  });

  test("documents in OpenSearch are available to a model's tools, and to a page of another origin, even with a node stopped", async () => {
    cluster.stopNode(2);
    const library = engineReader({ url: `${cluster.url}/notes` });
    const search = documentTools(library).find(({ name }) => name === "search");
    const { text, evidence } = (await search?.run({ query: "steps of island 9" }, {})) ?? {};
    expect(text).toContain("63 steps");
    expect(evidence?.length).toBeGreaterThan(0);
    await driveChromium(async ({ page }) => {
      // A string, because the test's loader would rewrite the import.
      const found = await page.evaluate(`import("/dist/connect.js").then(async ({ connect }) => {
        const reader = await connect({ kind: "engine", url: ${JSON.stringify(`${cluster.url}/notes`)} });
        const { hits, coverage } = await reader.search("heliostat");
        return { text: hits[0]?.text, documents: coverage.documents };
      })`);
      expect(found).toEqual({ text: expect.stringContaining("4212"), documents: files - 1 });
      // Next to a local file: both are cited by ids that tell where they come from.
      const results = await page.evaluate(`Promise.all([
        import("/dist/connect.js"), import("/dist/index.js"),
      ]).then(async ([{ connect }, { Pagehound }]) => {
        const intranet = (url) => connect({ kind: "engine", url, name: "Intranet" });
        const hound = await Pagehound.open({ storage: "memory", assetsBase: "/dist/assets/" });
        await hound.add([new File(["My own heliostat has one mirror."], "mine.txt")]);
        const ask = async (url) => {
          const { passages, coverage } = await hound.ask("How many mirrors has the heliostat?", {
            sources: [await intranet(url)],
          });
          const failed = (coverage.notSearched ?? []).map(({ source, kind }) => [source, kind]);
          return { cited: passages.map(({ evidence, from }) => [evidence, from?.title]), failed };
        };
        return [
          await ask(${JSON.stringify(`${cluster.url}/notes`)}),
          await ask("http://127.0.0.1:1/notes"),
        ];
      })`);
      const local = ["d1.p1.s1", undefined];
      const theirs = [expect.stringMatching(/^d1\d{7}\.p2\.s1$/), "Intranet"];
      expect(results).toEqual([
        { cited: expect.arrayContaining([local, theirs]), failed: [] },
        { cited: [local], failed: [["Intranet", "unreachable"]] },
      ]);
    });
  });

  test("documents in OpenSearch are cited next to a file, a published collection and an API, and are reported in one line once the cluster is gone", async () => {
    const places = await FourPlaces.open(`${cluster.url}/notes`);
    try {
      await places.askAll();
      expect(await places.openEach()).toEqual([null, null, `${originals}/tower.md`, null]);
      await cluster.end();
      await places.askWithoutOthers();
      expect(places.foreign).toEqual([]);
    } finally {
      await places.close();
    }
  });
});
