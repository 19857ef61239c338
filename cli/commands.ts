import { PagehoundError } from "../src/core/errors.js";
import { BadInput } from "./bad-input.js";
import { packageManifest } from "./package-folder.js";
import { messages, output } from "./printer.js";

/** Runs a command with the arguments after its name. Returns the exit code. */
export type Command = (
  parameters: readonly string[],
  /** Called once the arguments are known to be valid, before the library is needed. */
  prepare: () => Promise<void>,
) => Promise<number>;

interface CommandEntry {
  readonly name: string;
  readonly about: string;
  load(): Promise<Command>;
}

const commands: readonly CommandEntry[] = [
  {
    name: "ask",
    about: "answers a question from files and folders",
    load: async () => (await import("./ask.js")).ask,
  },
  {
    name: "grid",
    about: "asks each file the same questions, and writes a table of the answers",
    load: async () => (await import("./grid.js")).grid,
  },
  {
    name: "publish",
    about: "writes files and folders to a collection for a static server",
    load: async () => (await import("./publish.js")).publish,
  },
  {
    name: "index",
    about: "writes files and folders to an index of OpenSearch",
    load: async () => (await import("./index-folder.js")).indexFolder,
  },
  {
    name: "mcp",
    about: "serves files and folders to an assistant (Model Context Protocol)",
    load: async () => (await import("./mcp.js")).mcp,
  },
  {
    name: "models",
    about: "lists models, and downloads them into a folder for a site",
    load: async () => (await import("./models.js")).models,
  },
  {
    name: "model-files",
    about: "lists the files of models to host",
    load: async () => (await import("./model-files.js")).listFiles,
  },
  {
    name: "eval",
    about: "compares ways of answering on data sets",
    load: async () => (await import("./eval.js")).evaluate,
  },
];

const usage = `Usage: pagehound COMMAND [options]

${commands.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join("\n")}

  --version   prints the version
  --help      prints this, or the options of a command

All commands except models and model-files start an installed Chromium, Chrome or Edge with playwright-core,
which must be installed next to Pagehound. PAGEHOUND_BROWSER may name the browser.
`;

/**
 * Runs a command line. Returns the exit code: that of the command, 2 for bad input, 3 if Pagehound
 * itself failed; errors are written to standard error.
 */
export async function runCommandLine(
  [name, ...parameters]: readonly string[],
  prepare: () => Promise<void> = async () => {},
): Promise<number> {
  try {
    if (name === "--version" || name === "-v") return print(`${packageManifest().version}\n`);
    if (name === "--help" || name === "-h") return print(usage);
    const command = commands.find((each) => each.name === name);
    if (!command) {
      const what = name === undefined ? "Missing command" : `There is no command "${name}"`;
      throw new BadInput(`${what}. Run \`pagehound --help\` for the list.`);
    }
    const run = await command.load();
    return await run(parameters, prepare);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, reason] = fromPage.exec(message) ?? [];
    messages.line(reason ?? message);
    return error instanceof BadInput || isBadData(error) || reason !== undefined ? 2 : 3;
  }
}

/** How Playwright passes on an error of Pagehound from the browser, with its stack. */
const fromPage = /^page\.evaluate: PagehoundError: ([^\n]*)\n {4}at /;

function print(text: string): number {
  output.text(text);
  return 0;
}

function isBadData(error: unknown): boolean {
  return PagehoundError.isInstance(error) && error.code === "invalid-data";
}

/**
 * Runs a command line and ends the process once all output is written. Uncaught errors go through the
 * printer like all others.
 */
export async function runProcess(
  parameters: readonly string[],
  prepare?: () => Promise<void>,
): Promise<void> {
  process.once("uncaughtException", (error) => {
    messages.line(error.stack ?? error.message);
    output.flush(() => process.exit(3));
  });
  const code = await runCommandLine(parameters, prepare);
  // Broadcast channels of modules shared with pages would keep the process alive.
  output.flush(() => process.exit(code));
}
