import { PagehoundError } from "../../core/errors.js";
import { isRecord } from "../../core/json.js";
import type { CheckedBudget } from "../../reading/reading.js";
import { checkArguments } from "../../tools/check-arguments.js";
import { findTool } from "../../tools/check-tools.js";
import type { Tool, ToolResult } from "../../tools/tool.js";
import { fenced } from "./chat-session.js";
import type { ClaimedCall } from "./read-reply.js";
import type { RunState } from "./run-state.js";

/** What the model is shown of a call, and what is kept of it for the notes. */
export interface Observation extends ToolResult {
  readonly tool: string;
  readonly description: string;
  /** True when the call could not be carried out. */
  readonly failed: boolean;
  /** True when what the same call gave before is still to be seen, and code found nothing to go on with. */
  readonly repeated: boolean;
}

/** A call that was made, and when last. */
interface Made {
  readonly call: number;
  readonly observation: Observation;
}

/** How many tokens a result may have; see `TokenBudget`. */
type ResultRoom = Pick<CheckedBudget, "limit" | "slack">;

/** The name under which a call is remembered. */
function keyOf(tool: string, given: unknown): string {
  return `${tool} ${JSON.stringify(given)}`;
}

/** Carries out tool calls. A model's mistakes become observations; only aborts are thrown. */
export class ToolExecutor {
  readonly #tools: readonly Tool[];
  readonly #state: RunState;
  /** Calls that were made, each with its observation. */
  readonly #made = new Map<string, Made>();
  #forgotten = 0;

  constructor(tools: readonly Tool[], state: RunState) {
    this.#tools = tools;
    this.#state = state;
  }

  /** What the calls so far gave, in their order. */
  get observations(): readonly Observation[] {
    return [...this.#made.values()].map(({ observation }) => observation);
  }

  /** Notes that the model no longer sees the results so far. */
  forget(): void {
    this.#forgotten = this.#state.meter.usage.calls;
    this.#state.told.clear();
  }

  /**
   * Carries out calls one after the other, so that a calculation can use the one before it and a run
   * can be replayed. `room` is how many tokens each result may have.
   */
  async run(calls: readonly ClaimedCall[], room: ResultRoom): Promise<readonly Observation[]> {
    const observations: Observation[] = [];
    for (const call of calls) {
      this.#state.meter.add({ calls: 1 });
      observations.push(await this.#one(call, this.#state.meter.usage.calls, room));
    }
    return observations;
  }

  async #one(claimed: ClaimedCall, call: number, room: ResultRoom): Promise<Observation> {
    const { limit } = room;
    const { emit, tracer, meter } = this.#state;
    const at = meter.elapsed;
    const named = { call, tool: claimed.tool.slice(0, 80) };
    const known = isRecord(claimed.arguments) ? claimed.arguments : {};
    let description = `Called ${named.tool}`;
    let announced = false;
    const announce = (given: Readonly<Record<string, unknown>>): void => {
      announced = true;
      emit({ type: "tool-call", ...named, arguments: given, description });
    };
    const record = (
      text: string,
      result: Pick<ToolResult, "summary" | "evidence"> | null,
      repeated: boolean,
    ) => {
      tracer.call({
        ...named,
        arguments: known,
        description,
        text,
        summary: result?.summary ?? text,
        evidence: result?.evidence ?? [],
        failed: result === null,
        repeated,
        at,
        took: meter.elapsed - at,
      });
    };
    try {
      const tool = findTool(this.#tools, claimed.tool);
      const asked = checkArguments(tool, claimed.arguments);
      const before = this.#remembered(keyOf(tool.name, asked));
      const given = (before && this.#further(tool, asked, before)) ?? asked;
      description = tool.describe?.(given) ?? description;
      announce(given);
      const key = keyOf(tool.name, given);
      const earlier = this.#remembered(key);
      const result = earlier
        ? {
            ...earlier.observation,
            text: this.#cut(fromMemory(earlier, this.#isShown(earlier)), limit),
          }
        : await this.#fresh(tool, given, room);
      const text = fenced("result", `call="${call}" tool="${tool.name}"`, result.text);
      const repeated = earlier !== undefined;
      const observation = {
        ...result,
        text,
        tool: tool.name,
        description,
        failed: false,
        repeated: repeated && this.#isShown(earlier),
      };
      // What was shown again stands there again.
      const kept = earlier ? earlier.observation.text : result.text;
      this.#made.set(key, { call, observation: { ...observation, text: kept } });
      emit({ type: "tool-result", ...named, ...shown(observation), repeated });
      record(text, result, repeated);
      return observation;
    } catch (thrown) {
      this.#state.signal.throwIfAborted();
      const message = PagehoundError.isInstance(thrown)
        ? thrown.message
        : `${named.tool} failed. Try another tool, or a simpler call.`;
      if (!announced) announce(known);
      const cut = this.#cut(message, limit);
      emit({ type: "tool-error", ...named, message: cut });
      const text = fenced("result", `call="${call}" error="true"`, cut);
      record(text, null, false);
      return {
        ...named,
        text,
        description,
        summary: cut,
        evidence: [],
        failed: true,
        repeated: false,
      };
    }
  }

  /** The call as it was made before, unless it may give something else by now. */
  #remembered(key: string): Made | undefined {
    const made = this.#made.get(key);
    // Operands that nobody had seen may have been read since.
    const isUnsourced = made?.observation.calculation?.sourced === false;
    return isUnsourced ? undefined : made;
  }

  /** Whether what a call gave still stands in what the model is shown. */
  #isShown({ call }: Made): boolean {
    return call > this.#forgotten;
  }

  /**
   * What goes on from a call whose result the model still sees, since one that makes it again knows no
   * other: from where its result left off, else without what narrows it; null when there is nothing
   * new, and for what was computed, which is the same however often it is asked.
   */
  #further(
    tool: Tool,
    given: Readonly<Record<string, unknown>>,
    made: Made,
  ): Readonly<Record<string, unknown>> | null {
    const { properties, required = [] } = tool.parameters;
    const { observation } = made;
    if (tool.readOnly !== true || observation.calculation || !this.#isShown(made)) return null;
    const [, from] = /Go on from (\S+?)\.(?:\s|$)/u.exec(observation.text) ?? [];
    const next = from !== undefined && "from" in properties ? { ...given, from } : null;
    const wide = Object.fromEntries(
      Object.entries(given).filter(([name]) => required.includes(name)),
    );
    const isNew = (call: object): boolean => !this.#made.has(keyOf(tool.name, call));
    return [next, wide].find((call) => call !== null && isNew(call)) ?? null;
  }

  async #fresh(tool: Tool, given: Readonly<Record<string, unknown>>, room: ResultRoom) {
    const { reader, gauge, seen, calculations, figures, told, signal } = this.#state;
    const budget = { ...room, countTokens: gauge.count };
    const known = { seen, calculations: [...calculations, ...figures] };
    const result = await tool.run(given, { reader, budget, ...known, told, signal });
    signal.throwIfAborted();
    this.#state.see(result.evidence);
    if (result.calculation) calculations.push(result.calculation);
    figures.push(...(result.selection?.figures ?? []));
    // The library's own tools keep to their budget; those of an embedder may not.
    return { ...result, text: this.#cut(result.text, room.limit + room.slack) };
  }

  /** A text within a number of tokens. */
  #cut(text: string, limit: number): string {
    const { count } = this.#state.gauge;
    if (text.length <= limit * 12 && count(text) <= limit) return text;
    let cut = text.slice(0, limit * 12);
    while (cut !== "" && count(`${cut} …`) > limit)
      cut = cut.slice(0, Math.floor(cut.length * 0.8));
    return `${cut} …`;
  }
}

function fromMemory({ call, observation }: Made, isShown: boolean): string {
  const nudge = `You made this call before (call ${call}).`;
  return isShown
    ? `${nudge} Its result stands above and is the same now. Try other words, another tool, or answer.`
    : `${nudge} It gave:\n${observation.text}`;
}

function shown({ text, evidence, summary }: ToolResult) {
  return { text, evidence, summary };
}
