import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { type CommandEnd, runCommand } from "../driver/run-command.js";
import { idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { writePdf } from "./write-pdf.js";

let folder: string;
let endpoint: ScriptedEndpoint;

/** Runs the command as installed from the package. */
function grid(...parameters: string[]): Promise<CommandEnd> {
  return runCommand(["grid", ...parameters], { cwd: folder });
}

beforeAll(async () => {
  await ensureBuilt();
  endpoint = await scriptedEndpoint();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-grid-"));
  await mkdir(path.join(folder, "plants"));
  for (const number of [1, 2]) {
    await writePdf(path.join(folder, `plants/plant ${number}.pdf`), [
      "This page is about nothing in particular.",
      `The heliostat field has ${4210 + number} mirrors. They are washed each spring.`,
    ]);
  }
  await writeFile(path.join(folder, "plants/bread.md"), "# Bread\n\nKeep bread fresh.\n");
  const columns = [
    { question: "How many mirrors does the field have?", name: "Mirrors", type: "number" },
  ];
  const template = { kind: "pagehound-grid", version: 1, title: "", columns };
  await writeFile(path.join(folder, "columns.json"), JSON.stringify(template));
});

afterAll(async () => {
  await endpoint.close();
  await rm(folder, { recursive: true });
});

test("writes numbers with their pages, and says where a document has no answer", async () => {
  const { code, out } = await grid("plants", "--columns", "columns.json", "--out", "out.csv");
  expect(out).toMatch(/^out\.csv: 3 documents; /);
  expect(code).toBe(0);
  const text = await readFile(path.join(folder, "out.csv"), "utf8");
  const { data } = Papa.parse<string[]>(text.replace(/^\u{feff}/u, ""), { skipEmptyLines: true });
  const rows = new Map(data.map((row) => [row[0], row.slice(1)]));
  expect(rows.get("plants/plant 1.pdf")).toEqual([
    "4211",
    "Likely",
    "plants/plant%201.pdf#page=2",
    expect.stringContaining("4211 mirrors"),
    "Heliostat plant",
  ]);
  expect(rows.get("plants/plant 2.pdf")?.[0]).toBe("4212");
  expect(rows.get("plants/bread.md")?.slice(0, 2)).not.toContain("Likely");
  expect(rows.get("plants/bread.md")?.[0]).toBe("");
});

test("asks a model each question about each document separately", async () => {
  const act = (tool: string, args: object) => ({ thought: "", calls: [{ tool, arguments: args }] });
  endpoint.reply = ({ prompt }) => {
    const words = /421\d mirrors/.exec(prompt)?.[0];
    if (words === undefined) return act("search", { query: "heliostat mirrors" });
    const quote = `The heliostat field has ${words}`;
    const citations = [{ id: idOf(prompt, words), quote }];
    const sentences = [{ text: `It has ${words}.`, citations }];
    return act("answer", { enough: true, missing: "", sentences });
  };
  const model = ["--model", `openai:${endpoint.url}#scripted`, "--strategy", "tools"];
  const files = ["plants/plant 1.pdf", "plants/plant 2.pdf"];
  const { code, out } = await grid(...files, "--question", "How many mirrors?", ...model, "--json");
  expect(code).toBe(0);
  const { rows } = JSON.parse(out);
  expect(rows.map(({ answers }: { answers: { text: string }[] }) => answers[0]?.text)).toEqual([
    "It has 4211 mirrors.",
    "It has 4212 mirrors.",
  ]);
  for (const { prompt } of endpoint.requests) {
    expect(/4211 mirrors/.test(prompt) && /4212 mirrors/.test(prompt)).toBe(false);
  }
});

test("rejects an invalid list of columns, and says why", async () => {
  await writeFile(path.join(folder, "odd.json"), "{}");
  const { code, err } = await grid("plants", "--columns", "odd.json");
  expect(code).toBe(2);
  expect(err).toContain("This template cannot be read");
});
