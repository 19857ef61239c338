import "./without-eval.js";
import {
  type AuthProvider,
  auth,
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  RegistrationRejectedError,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import {
  isRecord,
  messageOf,
  oneLine,
  onThisComputer,
  PagehoundError,
  parseJson,
  untilAborted,
} from "../../core/index.js";
import { type SignInOptions, signInChannel, signInState, signInTaken } from "./api.js";

/** The stored part of a sign-in. */
interface Kept {
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
}

/** The parts of a server's refusal (`WWW-Authenticate`) that a sign-in needs. */
interface Challenge {
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** Milliseconds that a sign-in waits for somebody to come back from its window. */
const patience = 600_000;

/** The sign-in to a server; discovery, registration, PKCE and renewal follow the protocol. */
export class SignIn implements OAuthClientProvider {
  readonly #url: URL;
  readonly #name: string;
  readonly #options: SignInOptions;
  #kept: Kept;
  #challenge: Challenge = {};
  #verifier = "";
  #state = "";
  /** Shows the person where to sign in. Set only during a sign-in. */
  #show: ((address: URL) => void) | null = null;

  constructor(url: URL, name: string, options: SignInOptions) {
    this.#url = url;
    this.#name = name;
    this.#options = options;
    const kept = parseJson(options.store?.load() ?? "null");
    this.#kept = isRecord(kept) ? (kept as Kept) : {};
  }

  /** Whether somebody is signed in; the server may still reject the sign-in. */
  get signedIn(): boolean {
    return this.#kept.tokens !== undefined;
  }

  /** Reads the server's refusal. */
  challenged(challenge: Challenge): void {
    this.#challenge = challenge;
  }

  /** Authorises requests, and renews the sign-in if that is possible without the person. */
  provider(fetchFn: FetchLike): AuthProvider {
    return {
      token: async () => this.#kept.tokens?.access_token,
      onUnauthorized: async () => {
        const { refresh_token } = this.#kept.tokens ?? {};
        if (refresh_token === undefined) throw new UnauthorizedError("You are not signed in.");
        await auth(this, this.#request(fetchFn));
      },
    };
  }

  /**
   * Calls `show` with the address where the person signs in, and waits until they come back. Rejects
   * with `sign-in-required` or the signal's reason.
   */
  async signIn(show: (address: URL) => void, signal: AbortSignal | undefined): Promise<void> {
    // Aborted requests end, and do not interfere with the next sign-in.
    const fetchFn: FetchLike = (input, init) =>
      fetch(input, {
        ...{ ...init, credentials: "omit", referrerPolicy: "no-referrer" },
        signal: signal ?? init?.signal ?? null,
      });
    const state = signInState();
    // Opened before the window, which has no other way to report back.
    const channel = signInChannel(state);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      this.#state = state;
      this.#show = show;
      const back = new Promise<URLSearchParams>((resolve, reject) => {
        channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
          const reply = new URLSearchParams(typeof data === "string" ? data : "");
          if (reply.get("state") !== state) return;
          resolve(reply);
          channel.postMessage(signInTaken);
        });
        timer = setTimeout(() => reject(this.#failed("The sign-in was not completed.")), patience);
      });
      back.catch(() => undefined);
      this.#keep({ tokens: undefined });
      const request = this.#request(fetchFn);
      await untilAborted(auth(this, request), signal);
      const reply = await untilAborted(back, signal);
      const authorizationCode = reply.get("code");
      // Other texts may come from anyone, so they are never shown.
      if (!authorizationCode) throw this.#failed("Access was denied.");
      const iss = reply.get("iss");
      const code = { authorizationCode, ...(iss === null ? {} : { iss }) };
      await untilAborted(auth(this, { ...request, ...code }), signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#understood(error);
    } finally {
      clearTimeout(timer);
      channel?.close();
      // Another sign-in may have begun meanwhile.
      if (this.#state === state) {
        this.#show = null;
        this.#state = "";
        this.#verifier = "";
      }
    }
  }

  /** Forgets who signed in. */
  forget(): void {
    this.#kept = {};
    this.#options.store?.save(null);
  }

  get redirectUrl(): URL {
    return new URL(this.#options.redirectUrl, globalThis.document?.baseURI);
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Pagehound",
      redirect_uris: [this.redirectUrl.href],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId } = this.#options;
    return this.#kept.client ?? (clientId === undefined ? undefined : { client_id: clientId });
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#keep({ client });
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#kept.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#keep({ tokens });
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#keep({ discovery });
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#kept.discovery;
  }

  invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    const all = scope === "all";
    if (all || scope === "tokens") this.#keep({ tokens: undefined });
    if (all || scope === "client") this.#keep({ client: undefined });
    if (all || scope === "discovery") this.#keep({ discovery: undefined });
  }

  redirectToAuthorization(address: URL): void {
    // Nobody is signing in: a renewal has failed.
    if (!this.#show) throw new UnauthorizedError("You are no longer signed in.");
    const isSafe = address.protocol === "https:" || onThisComputer(address);
    if (!isSafe || !/^https?:$/.test(address.protocol)) {
      throw this.#failed("The sign-in page is not served over a secure connection.");
    }
    this.#show(address);
  }

  #request(fetchFn: FetchLike) {
    return { serverUrl: this.#url, fetchFn, ...this.#challenge };
  }

  #keep(change: Kept): void {
    this.#kept = { ...this.#kept, ...change };
    const { store } = this.#options;
    if (store) store.save(this.#kept.tokens ? JSON.stringify(this.#kept) : null);
  }

  #understood(error: unknown): PagehoundError {
    if (PagehoundError.isInstance(error)) return error;
    if (error instanceof RegistrationRejectedError) {
      return this.#failed("It accepts only registered pages: ask its operator.");
    }
    if (error instanceof TypeError) {
      return this.#failed(
        `This page cannot reach the sign-in server: it does not respond, or it does not allow this page to read its responses (Access-Control-Allow-Origin: ${globalThis.origin}), or this page's policy does not allow it (connect-src). Check that it is running, and ask its operator.`,
      );
    }
    return this.#failed(oneLine(messageOf(error), 200));
  }

  #failed(why: string): PagehoundError {
    const message = `Signing in to ${this.#name} did not work. ${why}`;
    return new PagehoundError("sign-in-required", message, { data: { url: this.#url.href } });
  }
}
