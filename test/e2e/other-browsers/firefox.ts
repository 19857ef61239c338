import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { WebSocket } from "ws";
import { end, printed, type Remote, type StartOptions } from "./remote.js";

/**
 * Preferences in addition to those of Firefox's remote agent: no requests of its own, and a theme.
 */
function preferences({ dark = false }: StartOptions): string {
  const set = {
    "app.normandy.enabled": false,
    "browser.search.update": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "extensions.getAddons.cache.enabled": false,
    "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
  };
  return Object.entries(set)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}

interface Reply {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string | null };
}

/** A WebDriver BiDi connection. */
class Connection {
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#heard(JSON.parse(data.toString()) as Reply));
    socket.on("close", () => {
      for (const settle of this.#waiting.values()) settle({ type: "error", error: "closed" });
    });
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return new Connection(socket);
  }

  async send<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#sent;
    const reply = await new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.type !== "success") throw new Error(`${method}: ${reply.error} ${reply.message}`);
    return reply.result as T;
  }

  #heard(reply: Reply): void {
    if (reply.id === undefined) {
      const { level, text } = reply.params ?? {};
      if (reply.method === "log.entryAdded" && level === "error") this.complaints.push(text ?? "");
      return;
    }
    this.#waiting.get(reply.id)?.(reply);
    this.#waiting.delete(reply.id);
  }
}

/** The result of a script. */
interface Evaluated {
  readonly type: "success" | "exception";
  readonly result?: { readonly value?: string; readonly sharedId?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Starts Firefox through WebDriver BiDi, with a temporary profile. */
export async function startFirefox(file: string, options: StartOptions = {}): Promise<Remote> {
  const profile = await mkdtemp(path.join(os.tmpdir(), "pagehound-firefox-"));
  await writeFile(path.join(profile, "user.js"), preferences(options));
  const child = spawn(
    file,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  const close = async (): Promise<void> => {
    await end(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await printed(child, /WebDriver BiDi listening on (ws:\S+)/);
    const bidi = await Connection.open(`${address}/session`);
    const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>(
      "session.new",
      { capabilities: {} },
    );
    await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
    const { contexts } = await bidi.send<{ contexts: { context: string }[] }>(
      "browsingContext.getTree",
    );
    const context = contexts[0]?.context ?? "";
    const run = async (expression: string): Promise<Evaluated["result"]> => {
      const evaluated = await bidi.send<Evaluated>("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      });
      if (evaluated.type === "success") return evaluated.result;
      throw new Error(evaluated.exceptionDetails?.text);
    };
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      complaints: bidi.complaints,
      async goTo(url) {
        await bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
      },
      async evaluate(expression) {
        const result = await run(`(async () => JSON.stringify(await (${expression})))()`);
        return result?.value === undefined ? undefined : JSON.parse(result.value);
      },
      async setFiles(expression, files) {
        const element = { sharedId: (await run(expression))?.sharedId };
        await bidi.send("input.setFiles", { context, element, files });
      },
      async act(sources) {
        await bidi.send("input.performActions", { context, actions: sources });
      },
      async resize(width, height) {
        await bidi.send("browsingContext.setViewport", { context, viewport: { width, height } });
      },
      async screenshot() {
        const { data } = await bidi.send<{ data: string }>("browsingContext.captureScreenshot", {
          context,
        });
        return Buffer.from(data, "base64");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
