import type { Words } from "../strings/words.js";
import type { AllowedOrigins } from "./allowed-origins.js";

/** What a person says of an endpoint of their own, as it was typed. */
export interface EndpointForm {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string;
  /** Empty: what the endpoint says. */
  readonly contextLength: string;
}

/** What is wrong with what was typed, and where. */
export interface EndpointFault {
  readonly field: "url" | "contextLength";
  readonly message: string;
}

/** Fewer are most likely a slip, such as 8 for 8,000. */
const leastContext = 1000;
const largestContext = 10_000_000;

/** What keeps an endpoint from being asked; null when nothing does. */
export function endpointFault(
  { url, contextLength }: EndpointForm,
  origins: AllowedOrigins,
  words: Words,
): EndpointFault | null {
  const message = addressFault(url, origins, words);
  if (message !== null) return { field: "url", message };
  if (contextLength === "") return null;
  const tokens = typedNumber(contextLength);
  if (tokens !== null && tokens >= leastContext && tokens <= largestContext) return null;
  const limits = { least: leastContext, most: largestContext };
  return { field: "contextLength", message: words.t("models.endpoint.fault.context", limits) };
}

/** A whole number, with or without marks between its thousands; null for anything else. */
export function typedNumber(text: string): number | null {
  if (!/^(?:\d+|\d{1,3}(?:[\s.,'’]\d{3})+)$/.test(text)) return null;
  return Number(text.replace(/\D/g, ""));
}

function addressFault(address: string, origins: AllowedOrigins, words: Words): string | null {
  const url = origins.parse(address);
  if (!url) return words.t("models.endpoint.fault.address", { example: "/model/v1" });
  if (origins.allow(url)) return null;
  const hosts = words.list(origins.hosts);
  return words.t("models.endpoint.fault.elsewhere", { hosts, host: url.host });
}
