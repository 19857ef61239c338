import { type ChildProcess, spawn } from "node:child_process";
import { end, freePort, printed, type Remote, type StartOptions } from "./remote.js";

/** The key under which WebDriver returns elements. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** The programs that drive WebKitGTK. */
export interface WebKitFiles {
  readonly driver: string;
  readonly browser: string;
  /** A virtual display, because the browser has no headless mode. */
  readonly display: string;
}

/** Starts WebKitGTK's MiniBrowser through WebDriver, on its own virtual display. */
export async function startWebKit(
  files: WebKitFiles,
  { dark = false }: StartOptions = {},
): Promise<Remote> {
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    for (const child of children.reverse()) await end(child);
  };
  const start = (file: string, parameters: string[], environment = {}): ChildProcess => {
    const child = spawn(file, parameters, {
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    });
    children.push(child);
    return child;
  };
  try {
    const display = start(files.display, [
      ...["-displayfd", "1", "-screen", "0", "1600x1200x24"],
      ...["-nolisten", "tcp"],
    ]);
    const [number] = await printed(display, /^\d+/);
    const port = await freePort();
    const driver = start(files.driver, [`--port=${port}`, "--host=127.0.0.1"], {
      DISPLAY: `:${number}`,
      GDK_BACKEND: "x11",
      GTK_THEME: dark ? "Adwaita:dark" : "Adwaita",
    });
    const complaints: string[] = [];
    const heard = (chunk: Buffer) => {
      const lines = chunk.toString().split("\n");
      complaints.push(...lines.filter((line) => /^CONSOLE \S+ ERROR/.test(line)));
    };
    driver.stdout?.on("data", heard);
    driver.stderr?.on("data", heard);
    const root = `http://127.0.0.1:${port}/session`;
    await answers(`http://127.0.0.1:${port}/status`);
    const { sessionId, capabilities } = await send<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>(root, {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": {
            binary: files.browser,
            args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
          },
        },
      },
    });
    const session = `${root}/${sessionId}`;
    const run = <T>(script: string): Promise<T> =>
      send<T>(`${session}/execute/sync`, { script, args: [] });
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      complaints,
      async goTo(url) {
        await send(`${session}/url`, { url });
      },
      evaluate: (expression) => run(`return ${expression}`),
      async setFiles(expression, paths) {
        const element = await run<Record<string, string>>(`return ${expression}`);
        const text = paths.join("\n");
        await send(`${session}/element/${element[elementKey]}/value`, { text });
      },
      async act(actions) {
        await send(`${session}/actions`, { actions });
      },
      async resize(width, height) {
        // The window has a frame and a toolbar.
        const inner = await run<[number, number]>("return [innerWidth, innerHeight]");
        const outer = await send<{ width: number; height: number }>(`${session}/window/rect`);
        await send(`${session}/window/rect`, {
          width: width + outer.width - inner[0],
          height: height + outer.height - inner[1],
        });
      },
      async screenshot() {
        return Buffer.from(await send<string>(`${session}/screenshot`), "base64");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sends a WebDriver command: a POST with a body, else a GET. */
async function send<T>(url: string, body?: object): Promise<T> {
  const response = await fetch(
    url,
    body ? { method: "POST", body: JSON.stringify(body) } : { method: "GET" },
  );
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value.error} ${value.message}`);
  return value;
}

/** Waits until a server responds. */
async function answers(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
