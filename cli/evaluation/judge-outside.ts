import { PagehoundError } from "../../src/core/errors.js";
import { connectEndpoint, type ModelInfo } from "../../src/models/index.js";
import { BadInput } from "../bad-input.js";
import type { Endpoint } from "../model-spec.js";

/** A judge that is asked from here, for a page that reaches one endpoint only. */
export interface OutsideJudge {
  readonly info: ModelInfo;
  /** A request as JSON; gives a `reply`, or a `code` and a `message`, as JSON. */
  ask(request: string): Promise<string>;
}

/** Connects to the judge's endpoint. Throws `BadInput` when it does not answer. */
export async function judgeOutside(
  { url, model }: Endpoint,
  apiKey: string | undefined,
): Promise<OutsideJudge> {
  try {
    const judge = await connectEndpoint({ url, model: model ?? undefined, apiKey });
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
