import { PagehoundError } from "../core/errors.js";
import type { LanguageModel, ModelInfo } from "../models/language-model.js";
import { estimateTokens } from "../reading/reading.js";

import { connect } from "../rpc/connect.js";
import { checkTools } from "../tools/check-tools.js";
import { standardTools } from "../tools/standard-tools.js";
import type { Tool, ToolDefinition, ToolReader } from "../tools/tool.js";

import type { AgentApi, AgentHostApi } from "./api.js";
import { run } from "./loop/run.js";
import { replay } from "./trace/replay.js";
import { checkedTrace } from "./trace/trace.js";

/** What a session is made of. */
export interface SessionParts {
  /** Reads the collection that is served on a port. */
  readonly openReader: (port: MessagePort) => ToolReader;
  /**
   * Answers questions.
   *
   * @defaultValue `run`
   */
  readonly run?: typeof run;
}

/** The agent worker's API: questions come in, the collection is read through a port, models and the page's tools stay on the page. */
export function createAgentSession({ openReader, run: answer = run }: SessionParts): AgentApi {
  let connected: { reader: ToolReader; host: AgentHostApi } | null = null;
  const page = () => {
    if (!connected) throw new PagehoundError("closed", "The agent is not connected.");
    return connected;
  };
  return {
    connect: async ({ collection, host }) => {
      connected = { reader: openReader(collection), host: connect<AgentHostApi>(host).remote };
    },
    ask: async ({ run: number, model, tools, ...request }, options = {}) => {
      const { reader, host } = page();
      checkTools(tools, standardTools);
      const parts = {
        reader,
        model: model && modelOnPage(model, number, host),
        tools: tools.map((tool) => toolOnPage(tool, number, host)),
        countTokens: estimateTokens,
      };
      await answer(request, parts, options);
    },
    replay: async ({ trace: given }, options = {}) => {
      const { reader } = page();
      const trace = checkedTrace(given);
      checkTools(trace.tools, standardTools);
      const parts = { reader, countTokens: estimateTokens, run: answer };
      return replay(trace, parts, options);
    },
  };
}

/** The page's model, as if it were here. */
function modelOnPage(info: ModelInfo, run: number, host: AgentHostApi): LanguageModel {
  return {
    info,
    complete: (request, { signal, onProgress, onReading } = {}) =>
      host.complete(
        { run, request },
        {
          signal,
          onProgress: (progress) => {
            if (typeof progress === "string") onProgress?.(progress);
            else onReading?.(progress);
          },
        },
      ),
    // The page's own; a run only uses it.
    unload: async () => {},
  };
}

/** A tool that the page registered, as if it were here. */
function toolOnPage(definition: ToolDefinition, run: number, host: AgentHostApi): Tool {
  return {
    ...definition,
    run: (given, { budget, signal }) =>
      host.callTool(
        { run, tool: definition.name, arguments: given, limit: budget.limit },
        { signal },
      ),
  };
}
