import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runCommandLine } from "../../../cli/commands.js";
import { folderFiles } from "../../../cli/evaluation/folder-files.js";
import { KeptVectors } from "../../../cli/evaluation/kept-vectors.js";
import { RunFolder } from "../../../cli/evaluation/run-folder.js";
import { temporaryFolder } from "./temporary-folder.js";

/** A file that the reader did not name, and an untrusted folder next to it. */
let secret: string;
let sent: string;
let messages: string;

beforeEach(async () => {
  const folder = await temporaryFolder();
  secret = path.join(folder, "secret.txt");
  sent = path.join(folder, "sent");
  await mkdir(sent);
  await writeFile(secret, "The key is 4711.\n");
  messages = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    messages += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an untrusted data set", () => {
  beforeEach(async () => {
    await mkdir(path.join(sent, "documents"));
    await writeFile(path.join(sent, "documents/a.txt"), "Ships.");
    await symlink("../../secret.txt", path.join(sent, "documents/b.txt"));
  });

  test("an untrusted data set cannot include files outside its folder", async () => {
    const files = await folderFiles(sent);
    expect(files.paths).toEqual(["documents/a.txt"]);
    expect(messages).toContain("Not read: documents/b.txt is a link that leads out of the folder");
    for (const name of ["documents/b.txt", "../secret.txt", secret, "documents/../../secret.txt"]) {
      await expect(files.file(name)).rejects.toMatchObject({ name: "PagehoundError" });
    }
  });

  test.each(["../secret.txt", "/etc/passwd", "b.txt"])(
    "an untrusted data set cannot name %s",
    async (document) => {
      const question = { question: "What is the key?", evidence: [{ document, page: 1 }] };
      await writeFile(path.join(sent, "questions.jsonl"), `${JSON.stringify(question)}\n`);
      expect(await runCommandLine(["eval", "--path", sent])).toBe(2);
      expect(messages).toContain(document);
      expect(messages).not.toContain("4711");
    },
  );
});

describe("an untrusted run", () => {
  const run = (data: string) =>
    writeFile(
      path.join(sent, "run.json"),
      JSON.stringify({ runVersion: 1, path: data, dataSet: "own", documents: [], done: {} }),
    );

  test.each(["--rescore", "--replay"])(
    "an untrusted run cannot choose the data for %s",
    async (option) => {
      for (const data of ["..", path.dirname(sent), "inside/../.."]) {
        messages = "";
        await run(data);
        expect(await runCommandLine(["eval", option, sent])).toBe(2);
        expect(messages).toContain(`outside of ${sent}. Name them: --path ${path.dirname(sent)}`);
      }
      await symlink("..", path.join(sent, "link"));
      await run("link");
      expect(await runCommandLine(["eval", option, sent])).toBe(2);
      expect(messages).toContain("Name them: --path");
    },
  );

  test("an untrusted run cannot reach other files through links", async () => {
    await run(".");
    await symlink("../secret.txt", path.join(sent, "records.jsonl"));
    await expect(RunFolder.read(sent)).rejects.toThrow(/records\.jsonl is a link that leads out/);
  });

  test("an untrusted run cannot overwrite other files", async () => {
    const folder = await RunFolder.read(sent);
    await symlink("../secret.txt", path.join(sent, "report.md.new"));
    await symlink("../secret.txt", path.join(sent, "scores.json"));
    await folder.write("report.md", "new");
    await folder.write("scores.json", "new");
    await symlink("../secret.txt", path.join(sent, "random-1.vectors"));
    await expect(KeptVectors.open(sent, "random 1", 4)).rejects.toThrow(/leads out of the folder/);
    expect(await readFile(secret, "utf8")).toBe("The key is 4711.\n");
  });
});
