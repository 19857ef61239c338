import type { CallOptions, DocumentId } from "../core/index.js";
import type { ChatReply, ChatRequest, ModelInfo, ReadingProgress } from "../models/index.js";
import type { SearchMode } from "../search/index.js";
import type { GuidedPart, StrategyName } from "./strategies.js";
import type { ToolDefinition } from "./tools/definition.js";
import type { SourceReader, ToolResult } from "./tools/tool.js";
import type { Replay } from "./trace/compare-runs.js";
import type { AgentEvent, PastTurn, Trace } from "./trace/trace.js";

/** A question, as the page hands it to the agent worker. */
export interface AskRequest {
  readonly question: string;
  /** Earlier questions of the conversation, the oldest first. */
  readonly history: readonly PastTurn[];
  /** Only these documents; all when null. */
  readonly documents: readonly DocumentId[] | null;
  readonly strategy: StrategyName | "auto";
  /** Parts of `guided` to leave out, to measure what each is worth. */
  readonly without?: readonly GuidedPart[] | undefined;
  /**
   * What searches go by, the model's and those of the opening.
   *
   * @defaultValue `words`
   */
  readonly by?: SearchMode | undefined;
  /** Tool calls at most, from 1 to 15. */
  readonly calls: number;
  /** Null to answer with the best passages. */
  readonly model: ModelInfo | null;
  /** Tools in addition to the library's own; the page runs them. */
  readonly tools: readonly ToolDefinition[];
  /** Sources that are asked in addition to the collection; the page asks them. */
  readonly sources?: readonly SourceDefinition[] | undefined;
  /** Names of tools that the conversation has used or found before. */
  readonly foundTools?: readonly string[] | undefined;
  /** How many passages an answer without a model has at most. */
  readonly passages: number;
  /**
   * Milliseconds that a model may be silent before a request is abandoned.
   *
   * @defaultValue ten minutes
   */
  readonly turnTimeout?: number | undefined;
}

/** What a source can be asked, by the names of its methods. */
export const sourceMethods: readonly SourceMethod[] = [
  ...(["documents", "documentsById", "outline", "passages", "passagesById"] as const),
  ...(["search", "coverage", "tables", "findRows"] as const),
];

/** One of `sourceMethods`. */
export type SourceMethod = Exclude<keyof SourceReader, "name" | "url">;

/** The description of a source, which the page queries, for the agent worker. */
export interface SourceDefinition extends Pick<SourceReader, "name" | "url"> {
  /** Those of the methods that it has. */
  readonly has: readonly SourceMethod[];
}

/** What the page does for the agent worker. `run` says for which question, since several may be asked at once. */
export interface AgentHostApi {
  /**
   * See `LanguageModel.complete`. Reports pieces of the reply, and how much of the prompt is read.
   */
  complete(
    request: { run: number; request: ChatRequest },
    options?: CallOptions<string | ReadingProgress>,
  ): Promise<ChatReply>;
  /** Runs a tool that the page registered. */
  callTool(
    request: {
      run: number;
      tool: string;
      arguments: Readonly<Record<string, unknown>>;
      limit: number;
    },
    options?: CallOptions,
  ): Promise<ToolResult>;
  /** Calls a method of a source, by its index in `AskRequest.sources`; its options, without a signal, come last. */
  askSource(
    request: { run: number; source: number; method: SourceMethod; given: readonly unknown[] },
    options?: CallOptions,
  ): Promise<unknown>;
}

/** What the agent worker offers the page. */
export interface AgentApi {
  /** Must be called first. `CollectionReadingApi` is served on `collection`, `AgentHostApi` on `host`. */
  connect(
    request: { collection: MessagePort; host: MessagePort },
    options?: CallOptions,
  ): Promise<void>;
  /** Answers a question; every step is reported as progress, the answer last. */
  ask(request: AskRequest & { run: number }, options?: CallOptions<AgentEvent>): Promise<void>;
  /** Runs a trace again without its model; see `replay`. */
  replay(request: { trace: Trace }, options?: CallOptions): Promise<Replay>;
}
