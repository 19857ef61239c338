import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../../driver/ensure-built.js";
import { type CommandEnd, runCommand } from "../../driver/run-command.js";
import { isLong } from "../../tries.js";
import { readWhole } from "../../unit/store/archive/read-whole.js";

/** Writes to the clipboard of many terminals, clears the screen, and changes text direction. */
const hostile = "\x1b]52;c;cm0gLXJm\x07\x1b[2J\x9b2J\u202e";
const control = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;
const secret = "The key of the safe is 4711.";

let folder: string;
let server: Server;
let model: string;

/**
 * Runs the command as installed from the package, and checks that its output never controls the
 * terminal.
 */
async function run(...parameters: string[]): Promise<CommandEnd> {
  const ran = await runCommand(parameters, { cwd: folder });
  expect(ran.out + ran.err).not.toMatch(control);
  return ran;
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-command-"));
  await mkdir(path.join(folder, "private"));
  await writeFile(path.join(folder, "private/key.txt"), secret);
  const sent = path.join(folder, "sent");
  await mkdir(sent);
  await writeFile(path.join(sent, "plant.txt"), "The plant has 4212 mirrors.");
  await symlink("../private/key.txt", path.join(sent, "mirrors.txt"));
  await symlink("../private", path.join(sent, "papers"));
  await symlink(".", path.join(sent, "circle"));
  const odd = path.join(folder, "odd");
  await mkdir(odd);
  // File names on Windows cannot contain these characters.
  await writeFile(path.join(odd, `${hostile}.txt`), `The dam has 17 gates ${hostile} of steel.`);
  await writeFile(path.join(odd, `${hostile}.pdf`), "No PDF.");
  server = createServer((request, response) => {
    response.writeHead(request.method === "POST" ? 400 : 200, {
      "content-type": "application/json",
    });
    const listed = { object: "list", data: [{ id: "odd", max_model_len: 4096 }] };
    response.end(
      JSON.stringify(request.method === "POST" ? { error: { message: hostile } } : listed),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  model = `openai:http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#odd`;
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true });
});

test("names and texts of documents do not control the terminal", async () => {
  const { code, out } = await run("ask", "odd", "--question", "How many gates?");
  expect(code).toBe(0);
  expect(out).toContain("odd/␛]52;c;cm0gLXJm␇␛[2J\ufffd2J\ufffd.txt\n");
  expect(out).toContain("The dam has 17 gates");
  expect(out).toMatch(/Not read:\n.*\.pdf/);
});

test.runIf(isLong)(
  "JSON contains the real file name, and no terminal control characters",
  async () => {
    const { out } = await run("ask", "odd", "--question", "How many gates?", "--json");
    expect(JSON.parse(out).passages[0].file).toBe(`odd/${hostile}.txt`);
  },
);

test.runIf(isLong)("an error of a model's server does not control the terminal", async () => {
  const { out, err } = await run("ask", "odd", "--question", "How many gates?", "--model", model);
  expect(out + err).toContain("52;c;cm0gLXJm");
});

test("an untrusted folder reveals no file outside it", async () => {
  const { code, out } = await run("ask", "sent", "--question", "Key of the mirrors?", "--json");
  expect(code).toBe(0);
  expect(out).not.toContain("4711");
  const { coverage } = JSON.parse(out);
  expect(coverage.documents).toBe(1);
  expect(coverage.refused).toEqual(
    ["sent/mirrors.txt", "sent/papers"].map((file) => ({
      file,
      code: "leads-out",
      message: expect.stringContaining(`${file} is a link that leads out of the folder`),
    })),
  );
});

test.runIf(isLong)("an untrusted folder publishes no file outside it", async () => {
  const partial = path.join(folder, "sent/out.pagehound.part");
  await symlink("../private/key.txt", partial);
  const { code, out, err } = await run("publish", "sent", "--out", "sent/out.pagehound");
  expect(code).toBe(1);
  expect(out).toMatch(/1 documents, 1 pages.* 3 links that lead out were not followed\.\n$/);
  expect(err).toContain("sent/mirrors.txt is a link that leads out of the folder");
  const published = await readFile(path.join(folder, "sent/out.pagehound"));
  const { documents } = await readWhole(new Blob([published]));
  const originals = documents.map(({ original }) =>
    new TextDecoder().decode(original ?? undefined),
  );
  expect(originals).toEqual(["The plant has 4212 mirrors."]);
  expect(JSON.stringify(documents.map(({ pages }) => pages))).not.toContain("4711");
  expect(await readFile(path.join(folder, "private/key.txt"), "utf8")).toBe(secret);
});
