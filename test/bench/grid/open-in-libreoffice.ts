import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import papaparse from "papaparse";

const run = promisify(execFile);
/** Comma, double quotes, UTF-8, from line 1, stored rather than formatted values, first sheet. */
const csvFilter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,1";

/** True if LibreOffice is installed. */
export async function hasLibreOffice(): Promise<boolean> {
  return run("soffice", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Opens a file in LibreOffice and returns the values of its first sheet. */
export async function openInLibreOffice(bytes: Buffer, ending: string): Promise<string[][]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-libreoffice-"));
  try {
    const file = path.join(folder, `grid.${ending}`);
    const made = path.join(folder, "made");
    await writeFile(file, bytes);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    // Tells LibreOffice to read CSV as UTF-8 with commas.
    const infilter = ending === "csv" ? ["--infilter=CSV:44,34,76,1"] : [];
    const order = [profile, "--headless", ...infilter, "--convert-to", csvFilter];
    await run("soffice", [...order, "--outdir", made, file]);
    const [name = ""] = await readdir(made);
    const text = await readFile(path.join(made, name), "utf8");
    return papaparse.parse<string[]>(text.replace(/^\ufeff/, "").trimEnd(), { delimiter: "," })
      .data;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
