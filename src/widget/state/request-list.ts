import type { LoggedRequest, RequestSource } from "../../index.js";

/** The part of the interface that a request was made for, as a person knows it. */
export type RequestPart =
  | "page"
  | "documents"
  | "reading"
  | "search"
  | "asking"
  | "viewer"
  | "model";

const parts: ReadonlyMap<RequestSource, RequestPart> = new Map([
  ["collection worker", "documents"],
  ["parse worker", "reading"],
  ["grep worker", "search"],
  ["agent worker", "asking"],
  ["viewer worker", "viewer"],
  ["web-llm worker", "model"],
]);

/** The part that a request was made for; the page for what is none of the others. */
export function partOf(from: RequestSource): RequestPart {
  return parts.get(from) ?? "page";
}

/** Whether a request left the page's own origin: not one that was stopped before. */
export function leaves({ origin, blocked }: LoggedRequest): boolean {
  return origin === "other" && !blocked;
}

/** Whether it was the own site that sent the request on to another one, whose address is not known. */
export function sentOn({ origin, url }: LoggedRequest, own: string): boolean {
  return origin === "other" && new URL(url).origin === own;
}

/** The requests that left first, then those that were stopped, then the others; each kind the latest first. */
export function inOrder(requests: readonly LoggedRequest[]): LoggedRequest[] {
  const rank = (request: LoggedRequest): number => {
    if (leaves(request)) return 0;
    return request.blocked ? 1 : 2;
  };
  return [...requests].sort((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt);
}

/** The requests to one site. */
export interface SiteTotal {
  readonly host: string;
  /** Whether the site at `host` sent them on to another one. */
  readonly sentOn: boolean;
  /** Whether it is another site than the page's own. */
  readonly other: boolean;
  readonly requests: number;
  /** How many of them were stopped. */
  readonly stopped: number;
  /** Bytes that came over the network, as far as the browser tells. */
  readonly bytes: number;
  /** Whether there were answers whose size the browser does not tell. */
  readonly atLeast: boolean;
}

/** How much went where, other sites first. `own` is the page's own origin. */
export function totalsBySite(requests: readonly LoggedRequest[], own: string): SiteTotal[] {
  const sites = new Map<string, SiteTotal>();
  for (const request of requests) {
    const { host } = new URL(request.url);
    const onward = sentOn(request, own);
    const key = `${onward} ${host}`;
    const site = sites.get(key) ?? {
      host,
      sentOn: onward,
      other: request.origin === "other",
      requests: 0,
      stopped: 0,
      bytes: 0,
      atLeast: false,
    };
    sites.set(key, {
      ...site,
      requests: site.requests + 1,
      stopped: site.stopped + (request.blocked ? 1 : 0),
      bytes: site.bytes + (request.bytes ?? 0),
      atLeast: site.atLeast || (request.bytes === null && !request.blocked),
    });
  }
  return [...sites.values()].sort(
    (a, b) => Number(b.other) - Number(a.other) || b.requests - a.requests,
  );
}
