import { pause } from "../../core/call-options.js";
import { PagehoundError, type Tool } from "../../index.js";
import { ToolServer } from "../../mcp/index.js";
import { HttpApi, type HttpApiOptions } from "../../sources/index.js";
import { freeToolName } from "../../tools/foreign-tools.js";
import { toolWords } from "../i18n/english/tools.js";
import { addEnglish } from "../i18n/english.js";
import { originsOf } from "../models/endpoint-form.js";
import { addedName, addedServers, keepText, keptText } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";

addEnglish(toolWords);

/** How a server is. */
export type ServerState =
  | { readonly kind: "unasked" | "connecting" | "ready" }
  | { readonly kind: "sign-in" | "failed"; readonly message: string };

/** A server or an API that the page names, or a server that the reader has added. */
export interface KnownServer {
  readonly server: ToolServer | HttpApi;
  /** What an API was named with; missing for a server. */
  readonly options?: HttpApiOptions;
  /** Whether the reader has added it, and can remove it. */
  readonly added: boolean;
  state: ServerState;
}

/** Milliseconds that a question waits for servers, which may be slow, or gone. */
const patience = 8_000;

const signInName = (collection: string, url: string): string =>
  `pagehound:sign-in:${collection}:${url}`;

/** The tool servers and APIs of an element: those that its page names, and those that the reader has added where the page allows it. */
export class ToolServers {
  list: readonly KnownServer[] = [];
  /** What is wrong with the address that was typed, or null. */
  fault: string | null = null;
  /** Whether a sign-in is to be kept on this device. */
  keeps = false;
  readonly #shell: Shell;
  readonly #ended: AbortController = new AbortController();

  constructor(shell: Shell) {
    this.#shell = shell;
    this.follow();
  }

  /** Takes the servers that the page names now. Nothing is sent to them. */
  follow(): void {
    const { setup } = this.#shell;
    const { toolServers: named, collection, addsToolServers } = setup;
    const added = addsToolServers ? addedServers(collection) : [];
    const wanted = [...new Set([...named, ...added])];
    const before = this.list;
    const unasked = { kind: "unasked" } as const;
    const servers = wanted.flatMap((url): KnownServer | [] => {
      const known = before.find(({ server, options }) => !options && server.url.href === url);
      if (known) return known;
      const server = this.#make(url);
      return server ? { server, added: !named.includes(url), state: unasked } : [];
    });
    const apis = setup.httpApis.flatMap((options): KnownServer | [] => {
      const known = before.find((one) => one.options && isSame(one.options, options));
      if (known) return known;
      const server = this.#made(() => new HttpApi(options));
      return server ? { server, options, added: false, state: unasked } : [];
    });
    this.list = [...servers, ...apis];
    for (const { server } of before) {
      if (!this.list.some((one) => one.server === server)) void server.close();
    }
    this.#shell.changed();
  }

  /** Their tools, once those have answered that do so soon; of those that do not, the reader is told. */
  async tools(signal: AbortSignal | undefined): Promise<readonly Tool[]> {
    const asked = this.list.filter(({ state }) => state.kind !== "ready");
    const all = Promise.all(asked.map((known) => this.connect(known)));
    await Promise.race([all, pause(patience, signal)]);
    signal?.throwIfAborted();
    const { notices, words } = this.#shell;
    for (const { server, state } of asked) {
      if (state.kind === "ready") continue;
      const reason =
        "message" in state ? state.message : words.t("tools.slow", { name: server.name });
      notices.show(words.t("tools.without", { reason }), { topic: `tools ${server.url.href}` });
    }
    return withOwnNames(this.list.map(({ server }) => server));
  }

  /** Asks a server what it has. What does not work is its state. */
  async connect(known: KnownServer): Promise<void> {
    if (known.state.kind === "connecting") return;
    this.#become(known, { kind: "connecting" });
    await this.#attempt(known, () => known.server.connect({ signal: this.#ended.signal }));
  }

  /** Has the reader sign in: in answer to a press, since it opens a window. */
  async signIn(known: KnownServer): Promise<void> {
    const { server } = known;
    if (!(server instanceof ToolServer)) return;
    const signingIn = this.#attempt(known, () => server.signIn({ signal: this.#ended.signal }));
    this.#become(known, { kind: "connecting" });
    await signingIn;
  }

  async signOut(known: KnownServer): Promise<void> {
    if (!(known.server instanceof ToolServer)) return;
    await known.server.signOut();
    await this.connect(known);
  }

  /** Adds a server by its address as it was typed. Returns whether that could be done. */
  add(typed: string): boolean {
    const { setup, surface, words } = this.#shell;
    const origins = originsOf(setup);
    const url = origins.parse(typed);
    this.fault = null;
    if (!url) {
      this.fault = words.t("tools.fault.address");
    } else if (!origins.reach(url)) {
      const hosts = words.list(origins.reachable);
      this.fault = words.t("tools.fault.elsewhere", { host: url.host, hosts });
    } else {
      url.hash = "";
      if (url.username !== "" || url.password !== "" || !this.#make(url.href)) {
        this.fault = words.t("tools.fault.address");
      } else {
        const { collection } = setup;
        keepAddedServers(collection, [...addedServers(collection), url.href]);
        this.follow();
        const known = this.list.find(({ server }) => server.url.href === url.href);
        if (known) void this.connect(known);
      }
    }
    if (this.fault !== null) surface.announce(this.fault);
    this.#shell.changed();
    return this.fault === null;
  }

  /** Removes a server that the reader has added, with its sign-in. */
  async remove({ server }: KnownServer): Promise<void> {
    const { collection } = this.#shell.setup;
    const left = addedServers(collection).filter((url) => url !== server.url.href);
    keepAddedServers(collection, left);
    keepText(signInName(collection, server.url.href), null);
    this.follow();
  }

  /** Ends all connections. */
  close(): void {
    this.#ended.abort();
    for (const { server } of this.list) void server.close();
  }

  /** Null for what is no address of a server. */
  #make(url: string): ToolServer | null {
    const { collection, signInPage } = this.#shell.setup;
    const name = signInName(collection, url);
    const store = {
      load: () => keptText(name),
      // What was kept before is renewed; what was not is kept only where the reader said so.
      save: (text: string | null) => {
        if (text === null || this.keeps || keptText(name) !== null) keepText(name, text);
      },
    };
    const signIn = signInPage ? { redirectUrl: signInPage, store } : undefined;
    return this.#made(() => new ToolServer({ url, signIn }));
  }

  #made<Server extends ToolServer | HttpApi>(make: () => Server): Server | null {
    try {
      const server = make();
      server.onChange(() => this.#shell.changed());
      return server;
    } catch {
      return null;
    }
  }

  async #attempt(known: KnownServer, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#become(known, { kind: "ready" });
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      const isSignIn = PagehoundError.isInstance(error) && error.code === "sign-in-required";
      const message = this.#shell.words.error(error);
      this.#become(known, { kind: isSignIn ? "sign-in" : "failed", message });
      this.#shell.surface.announce(message);
    }
  }

  #become(known: KnownServer, state: ServerState): void {
    known.state = state;
    this.#shell.changed();
  }
}

/** Whether both name the same API, be they objects of their own. */
function isSame(one: HttpApiOptions, other: HttpApiOptions): boolean {
  const isPlain = (options: HttpApiOptions): boolean => Object.keys(options).length === 1;
  return one === other || (isPlain(one) && isPlain(other) && one.url === other.url);
}

/** The tools of servers, of which each has another name: those that come later yield. */
function withOwnNames(servers: readonly Pick<ToolServer, "name" | "tools">[]): readonly Tool[] {
  const taken = new Set<string>();
  return servers.flatMap(({ name: server, tools }) =>
    tools.map((tool) => {
      const host = server.toLowerCase().replace(/[^a-z0-9]+/g, "_");
      const beginning = /^[a-z]/.test(host) ? host : `s_${host}`;
      const wanted = taken.has(tool.name) ? `${beginning.slice(0, 12)}_${tool.name}` : tool.name;
      const name = freeToolName(wanted, taken);
      return name === tool.name ? tool : { ...tool, name };
    }),
  );
}

/** Keeps the addresses of tool servers that the reader has added. */
function keepAddedServers(collection: string, urls: readonly string[]): void {
  keepText(addedName(collection), urls.length === 0 ? null : urls.join(" "));
}
