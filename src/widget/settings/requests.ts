import {
  type RequestLog as LibraryLog,
  type LoggedRequest,
  requestLog,
  type SelfTestReport,
  type SelfTestStep,
} from "../../index.js";

/** How far the check of the requests is. */
export type CheckState =
  | { readonly kind: "none" | "cancelled" | "failed" }
  | { readonly kind: "running"; readonly step: SelfTestStep }
  | { readonly kind: "done"; readonly report: SelfTestReport };

/** The requests since the page was loaded, so that a person can check where they go. */
export class NetworkRequests {
  check: CheckState = { kind: "none" };
  /** Whether all requests are listed, or the first of them. */
  allShown = false;
  readonly #log: LibraryLog = requestLog();
  readonly #changed: () => void;
  readonly #forget: () => void;
  #abort: AbortController | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#forget = this.#log.onChange(changed);
  }

  /** In the order in which they were noticed. */
  get requests(): readonly LoggedRequest[] {
    return this.#log.requests;
  }

  /** How many earlier ones to the own site are no longer listed. */
  get leftOut(): number {
    return this.#log.leftOut;
  }

  /** How many were made before anybody watched. */
  get unseen(): number {
    return this.#log.unseen;
  }

  /** Does the main job on a document of its own, and looks where requests go. Says when it is over. */
  async runCheck(assetsBase: URL): Promise<void> {
    this.cancelCheck();
    const abort = new AbortController();
    this.#abort = abort;
    const show = (check: CheckState): void => {
      if (this.#abort !== abort) return;
      this.check = check;
      this.#changed();
    };
    show({ kind: "running", step: "open" });
    try {
      const { selfTest } = await import("../../client/self-test.js");
      const report = await selfTest({
        assetsBase,
        signal: abort.signal,
        onProgress: (step) => show({ kind: "running", step }),
      });
      show({ kind: "done", report });
    } catch {
      // It rejects only when it is cancelled, or when its code could not be fetched.
      show({ kind: abort.signal.aborted ? "cancelled" : "failed" });
    }
  }

  /** Stops listening, and the check. */
  end(): void {
    this.#forget();
    this.cancelCheck();
  }

  /** Stops the check. */
  cancelCheck(): void {
    this.#abort?.abort();
  }
}
