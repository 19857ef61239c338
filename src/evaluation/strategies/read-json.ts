import { isRecord } from "../../core/is-record.js";

/** The JSON object in a reply, with or without words around it; null when there is none. */
export function readJsonObject(reply: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(reply.slice(reply.indexOf("{"), reply.lastIndexOf("}") + 1));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
