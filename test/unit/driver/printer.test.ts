import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runCommandLine } from "../../../cli/commands.js";
import { messages, output, visibleText } from "../../../cli/printer.js";
import { repository } from "../../driver/repository.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Writes to the clipboard of many terminals, clears the screen, and sets the window's title. */
const hostile =
  "\x1b]52;c;cm0gLXJm\x07 \x1b[2J \x9b2J \x1b]0;title\x1b\\ \u202egnp.exe \u2066x\u2069";
const control = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

let printed: { out: string; err: string };

beforeEach(() => {
  printed = { out: "", err: "" };
  for (const name of ["out", "err"] as const) {
    vi.spyOn(process[`std${name}`], "write").mockImplementation((text) => {
      printed[name] += text;
      return true;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the printer", () => {
  test("shows control characters and leaves other text unchanged", () => {
    expect(visibleText("a\x1b[2Jb\x07\x7f\x9b2J\0\r.\tc\nd")).toBe("a␛[2Jb␇␡\ufffd2J␀␍.\tc\nd");
    expect(visibleText("one\r\ntwo")).toBe("one\ntwo");
    expect(visibleText("ab\u202ecd\u2066")).toBe("ab\ufffdcd\ufffd");
    expect(visibleText("Grüße, שלום, 日本 👩‍🚀")).toBe("Grüße, שלום, 日本 👩‍🚀");
  });

  test.each(["text", "line", "json", "progress"] as const)(
    "escapes control characters for %s",
    (way) => {
      for (const printer of [output, messages]) {
        printer[way](hostile);
        printer.progress("");
      }
      const text = (printed.out + printed.err).replaceAll("\r\x1b[K", "");
      expect(text).not.toMatch(control);
      expect(text).toContain("52;c;cm0gLXJm");
    },
  );

  test("prints JSON with the same meaning", () => {
    output.json({ [hostile]: [hostile, "\n\t\r"] });
    expect(printed.out).not.toMatch(control);
    expect(JSON.parse(printed.out)).toEqual({ [hostile]: [hostile, "\n\t\r"] });
  });

  test("keeps a rewritten line on one line, and erases it before the next output", () => {
    messages.progress("one\ntwo");
    messages.line("three");
    messages.line("four");
    expect(printed.err).toBe("\r\x1b[Kone two\r\x1b[Kthree\nfour\n");
  });
});

test("commands print only through the printer", async () => {
  const folder = path.join(repository, "cli");
  const files = await readdir(folder, { recursive: true });
  const others: string[] = [];
  for (const file of files.filter((name) => /\.[jt]s$/.test(name) && name !== "printer.ts")) {
    const source = await readFile(path.join(folder, file), "utf8");
    if (/\bconsole\.|\bprocess\.std(?:out|err)\b/.test(source)) others.push(file);
  }
  expect(others).toEqual([]);
});

describe("commands print no control characters", () => {
  async function run(...parameters: string[]): Promise<number> {
    const code = await runCommandLine(parameters);
    expect(printed.out + printed.err).not.toMatch(control);
    return code;
  }

  test("shows control characters of typed text", async () => {
    expect(await run(hostile)).toBe(2);
    expect(await run("ask", hostile, "--question", "x")).toBe(2);
    expect(await run("models", "fetch", hostile)).toBe(2);
    expect(await run("index", "x", "--to", "opensearch:https://x", "--originals", hostile)).toBe(2);
    expect(printed.err).toContain("␛]52;c;cm0gLXJm␇");
  });

  test("escapes control characters of a data set and its folder's name", async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, "dataset.json"), JSON.stringify({ name: hostile }));
    await writeFile(path.join(folder, "questions.jsonl"), `${hostile}\n`);
    expect(await run("eval", "--path", folder)).toBe(2);
    expect(printed.err).not.toBe("");
  });

  test("escapes control characters of a server's error", async () => {
    const server = createServer((_, response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { type: "x", reason: hostile } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, "a.txt"), "Text.");
    const to = `opensearch:http://127.0.0.1:${port}/index`;
    expect(await run("index", folder, "--to", to)).toBe(2);
    expect(printed.err).not.toBe("");
    await new Promise((resolve) => server.close(resolve));
  });
});
