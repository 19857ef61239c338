import type { LoggedRequest } from "./request.js";

/** Requests to the own origin that are listed at most. */
const mostOwn = 2000;

/** A list of requests that stays short: of those that stayed on the own origin the oldest are left out. */
export class RequestList {
  #requests: readonly LoggedRequest[] = [];
  #leftOut = 0;
  readonly #most: number;

  constructor(most: number = mostOwn) {
    this.#most = most;
  }

  /** In the order in which they were added. Another array after each change. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** How many were left out. */
  get leftOut(): number {
    return this.#leftOut;
  }

  add(requests: readonly LoggedRequest[]): void {
    const all = [...this.#requests, ...requests];
    let excess = all.filter(stayed).length - this.#most;
    if (excess > 0) this.#leftOut += excess;
    this.#requests = all.filter((request) => !stayed(request) || excess-- <= 0);
  }
}

function stayed({ origin, blocked }: LoggedRequest): boolean {
  return origin === "same" && !blocked;
}
