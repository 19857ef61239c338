/** The parts of a server's description of a tool that are used here. */
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

/** The content of a resource, as text or bytes. */
export type ResourceContents = { readonly uri: string; readonly mimeType?: string | undefined } & (
  | { readonly text: string }
  | { readonly blob: string }
);

/** A piece of a server's answer. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "resource"; readonly resource: ResourceContents }
  | { readonly type: "resource_link"; readonly name: string; readonly uri: string }
  | { readonly type: "image" | "audio" };

/** A resource that a server offers. */
export interface ServerResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

/** A prompt that a server offers, and its arguments. */
export interface ServerPrompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

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

/** A server's answer to a request. */
export interface ServerReply {
  readonly content: readonly ContentBlock[];
  /** The content as structured data, which servers may send instead of text. */
  readonly structuredContent?: unknown;
  /** Whether the server reports that the request failed. */
  readonly isError: boolean;
}

/** A connection to a server. It rejects only with a `PagehoundError` or the signal's reason. */
export interface Connection {
  /** Whether the server no longer knows the session, and has not executed the last request. */
  readonly forgotten: boolean;
  list(signal: AbortSignal | undefined): Promise<ServerListing>;
  call(request: ServerRequest, signal: AbortSignal | undefined): Promise<ServerReply>;
  close(): Promise<void>;
}

/** Stores a sign-in beyond the life of the page. Whoever can read it is signed in. */
export interface SignInStore {
  /** The text saved last, or null. */
  load(): string | null;
  /** Saves a text, or removes it if null. */
  save(text: string | null): void;
}

/** How a person signs in to a tool server: with OAuth, as the Model Context Protocol specifies. */
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

/** The progress of a sign-in. */
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

/** The waiting page's reply once it has the code. */
export const signInTaken = "taken";

/**
 * The channel between the page that waits for a sign-in and the page that its window returns to.
 * Null if the text is not a state.
 */
export function signInChannel(state: string): BroadcastChannel | null {
  return statePattern.test(state) ? new BroadcastChannel(`pagehound:sign-in:${state}`) : null;
}
