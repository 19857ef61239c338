import type { Calculation } from "../core/calculation.js";
import type { DocumentSummary } from "../core/document.js";
import type { EvidenceId } from "../core/passage.js";
import type { ToolReader } from "../tools/tool-reader.js";
import type { AgentEvent } from "./events.js";
import { Meter } from "./meter.js";
import type { TokenGauge } from "./token-gauge.js";
import { Tracer } from "./tracer.js";

/** What the steps of one run share. */
export class RunState {
  /** As it was asked. */
  readonly question: string;
  /** Self-contained; the same as `question` until it is rewritten. */
  standalone: string;
  /** Queries to begin with, the question itself first. */
  queries: readonly string[];
  /** The documents in scope, and nothing else. */
  readonly reader: ToolReader;
  readonly documents: readonly DocumentSummary[];
  readonly gauge: TokenGauge;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly meter: Meter = new Meter();
  readonly tracer: Tracer = new Tracer(this.meter);
  /** In plain words, what was looked for. */
  readonly tried: string[] = [];
  readonly calculations: Calculation[] = [];
  readonly #seen = new Set<EvidenceId>();

  constructor(parts: {
    question: string;
    reader: ToolReader;
    documents: readonly DocumentSummary[];
    gauge: TokenGauge;
    signal: AbortSignal;
    emit: (event: AgentEvent) => void;
  }) {
    this.question = parts.question;
    this.standalone = parts.question;
    this.queries = [parts.question];
    this.reader = parts.reader;
    this.documents = parts.documents;
    this.gauge = parts.gauge;
    this.signal = parts.signal;
    this.emit = parts.emit;
  }

  /** Passages that the model was shown, the newest last. */
  get seen(): readonly EvidenceId[] {
    return [...this.#seen];
  }

  /** Notes that passages were shown. */
  see(evidence: readonly EvidenceId[]): void {
    for (const id of evidence) {
      this.#seen.delete(id);
      this.#seen.add(id);
    }
  }
}
