/** A tool as its server describes it, as far as that is read. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly annotations?:
    | {
        readonly title?: string | undefined;
        readonly readOnlyHint?: boolean | undefined;
        readonly destructiveHint?: boolean | undefined;
      }
    | undefined;
}

/** Something to read, with its text or its bytes. */
export type ResourceContents = { readonly uri: string; readonly mimeType?: string | undefined } & (
  | { readonly text: string }
  | { readonly blob: string }
);

/** A piece of what a server answers. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "resource"; readonly resource: ResourceContents }
  | { readonly type: "resource_link"; readonly name: string; readonly uri: string }
  | { readonly type: "image" | "audio" };

/** Something that a server has to read. */
export interface ServerResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

/** A text that a server proposes, and the arguments that it takes. */
export interface ServerPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

/** What a server has, as it says. */
export interface ServerListing {
  readonly tools: readonly ServerTool[];
  readonly resources: readonly ServerResource[];
  readonly prompts: readonly ServerPrompt[];
}

/** A request to a server: to call a tool, read a resource, or fill in a prompt. */
export type ServerRequest =
  | { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly resource: string }
  | { readonly prompt: string; readonly arguments: Readonly<Record<string, string>> };

/** What a server answers to a request. */
export interface ServerReply {
  readonly content: readonly ContentBlock[];
  /** The same in a form, which servers may give instead of a text. */
  readonly structuredContent?: unknown;
  /** Whether it says that it did not work. */
  readonly isError: boolean;
}

/** A connection to a server. All that it rejects with is a `PagehoundError` or the signal's reason. */
export interface Connection {
  /** Whether the server no longer knows the session, and has not executed the last request. */
  readonly forgotten: boolean;
  list(signal: AbortSignal | undefined): Promise<ServerListing>;
  call(request: ServerRequest, signal: AbortSignal | undefined): Promise<ServerReply>;
  close(): Promise<void>;
}

/** Stores a sign-in beyond the life of the page. Whoever can read it is signed in. */
export interface SignInStore {
  /** What was kept last, or null. */
  load(): string | null;
  /** Keeps a text, or forgets it with null. */
  save(text: string | null): void;
}

/** How a person signs in to a tool server: with OAuth, as the Model Context Protocol has it. */
export interface SignInOptions {
  /**
   * A page of your own site that does nothing but call `finishSignIn`; the sign-in window returns to it.
   * Relative to the page.
   */
  readonly redirectUrl: string | URL;
  /**
   * The client id of the page, for servers without dynamic registration.
   *
   * @defaultValue it registers itself, as "Pagehound"
   */
  readonly clientId?: string | undefined;
  /**
   * Where a sign-in is kept.
   *
   * @defaultValue in memory, until the page is left
   */
  readonly store?: SignInStore | undefined;
}

/** How far a sign-in is. */
export interface SignInProgress {
  /**
   * Where the person signs in. The browser may refuse to open a window there without reporting it, so
   * show a link as well, with `rel="noopener"`: the sign-in page must not reach yours.
   */
  readonly address: URL;
}

/** The form of a state: the secret of one sign-in, which comes back with the code. */
const statePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A new, unguessable state. */
export function signInState(): string {
  return crypto.randomUUID();
}

/** The answer of the page that waits, once it has the code. */
export const signInTaken = "taken";

/**
 * The channel between the page that waits for a sign-in and the page that its window returns to.
 * Null if the text is not a state.
 */
export function signInChannel(state: string): BroadcastChannel | null {
  return statePattern.test(state) ? new BroadcastChannel(`pagehound:sign-in:${state}`) : null;
}
