import { PagehoundError } from "../../src/core/errors.js";
import { connectEndpoint, type ModelInfo } from "../../src/models/index.js";
import { BadInput } from "../bad-input.js";
import type { Endpoint } from "../model-spec.js";

/** A reply may take half an hour, or longer if a longer silence is allowed. */
const replySeconds = 1800;

/** The timeouts of an endpoint that may be silent for this many seconds; null for the default. */
export function endpointTimes(seconds: number | null): { timeout?: number; replyTimeout?: number } {
  if (seconds === null) return {};
  return { timeout: seconds * 1000, replyTimeout: Math.max(seconds, replySeconds) * 1000 };
}

/** A judge called from here, for a page that can reach only one endpoint. */
export interface OutsideJudge {
  readonly info: ModelInfo;
  /** Takes a request as JSON; returns a `reply`, or a `code` and a `message`, as JSON. */
  ask(request: string): Promise<string>;
}

/** Connects to the judge's endpoint. Throws `BadInput` if it does not respond. */
export async function judgeOutside(
  { url, model }: Endpoint,
  apiKey: string | undefined,
  timeout: number | null,
): Promise<OutsideJudge> {
  try {
    const judge = await connectEndpoint({
      url,
      model: model ?? undefined,
      apiKey,
      ...endpointTimes(timeout),
    });
    return {
      info: judge.info,
      ask: async (request) => {
        try {
          return JSON.stringify({ reply: await judge.complete(JSON.parse(request)) });
        } catch (error) {
          if (!PagehoundError.isInstance(error)) throw error;
          return JSON.stringify({ code: error.code, message: error.message });
        }
      },
    };
  } catch (error) {
    if (PagehoundError.isInstance(error)) throw new BadInput(`--judge: ${error.message}`);
    throw error;
  }
}
