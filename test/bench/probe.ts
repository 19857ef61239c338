import { parseArgs } from "node:util";
import { BadInput } from "../../cli/bad-input.js";
import { modelPath } from "../../cli/model-proxy.js";
import { parseEndpointSpec } from "../../cli/model-spec.js";
import { driveBench } from "./bench-driver.js";
import { type CustomCommand, print, say } from "./command.js";
import { table } from "./table.js";

const usage = `Usage: npm run -s bench -- probe --model openai:URL#NAME [--context N] [--seconds N] [--json]

What the probe of models finds out about one: how many of its questions it answers right with the
tools, what is wrong with the others, and which strategy follows.

  --model SPEC  openai:URL#NAME
  --context N   tokens that the model reads at once; default: what the server says
  --seconds N   the time it has; default: 60
  --json        print one JSON object
`;

export const benchmark: CustomCommand = {
  main: async (parameters) => {
    await print(await measure(parameters));
    return 0;
  },
};

async function measure(parameters: readonly string[]): Promise<string> {
  const parsed = readArguments(parameters);
  if (parsed.help) return usage;
  const endpoint = parsed.model === undefined ? null : parseEndpointSpec(parsed.model);
  if (!endpoint) throw new BadInput("--model openai:URL#NAME is needed.");
  const request = {
    path: modelPath.replace(/\/$/, ""),
    model: endpoint.model ?? undefined,
    contextLength:
      parsed.context === undefined ? undefined : wholeNumber("--context", parsed.context),
    seconds: wholeNumber("--seconds", parsed.seconds),
  };
  const { result, ...spent } = await driveBench(
    async ({ page }) => {
      await page.exposeFunction("reportEvent", (text: string) => say(text));
      return page.evaluate(async ({ path, model: name, contextLength, seconds }) => {
        const { connectEndpoint, probeModel } = globalThis.harness.models;
        const url = new URL(path, location.href).href;
        const model = await connectEndpoint({ url, model: name, contextLength });
        let requests = 0;
        let read = 0;
        let written = 0;
        const counted = {
          ...model,
          info: model.info,
          complete: async (...call: Parameters<typeof model.complete>) => {
            const reply = await model.complete(...call);
            requests++;
            read += reply.usage.promptTokens;
            written += reply.usage.completionTokens;
            return reply;
          },
        };
        const { reportEvent } = globalThis as unknown as { reportEvent(text: string): void };
        const begun = performance.now();
        const result = await probeModel(counted, {
          seconds,
          onProgress: (progress) => reportEvent(`${progress.right} of ${progress.asked} right`),
        });
        const took = performance.now() - begun;
        return { result, requests, read, written, seconds: Math.round(took / 1000) };
      }, request);
    },
    { model: endpoint.url },
  );
  if (parsed.json) return `${JSON.stringify({ ...result, ...spent }, null, 2)}\n`;
  const rows = result.faults.map((fault, index) => [`question ${index + 1}`, fault ?? "right"]);
  return `${table(["", "answer"], rows)}
${result.right} of ${result.asked} right (decided by ${result.reason}): ${result.strategy}
${spent.requests} requests, ${spent.read} tokens read, ${spent.written} written, ${spent.seconds} s
`;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new BadInput(`${name} must be a whole number above 0, not ${text}.`);
}

function readArguments(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        model: { type: "string" },
        context: { type: "string" },
        seconds: { type: "string", default: "60" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}
