import type { Store } from "../store/store.js";
import { type DescribedTool, toolDocumentOf } from "../tool-knowledge/tool-document.js";
import {
  isStoredTool,
  type ToolEmbedder,
  ToolKnowledge,
} from "../tool-knowledge/tool-knowledge.js";
import type { ToolExample } from "./api.js";

/** Tools that are kept before those that are not offered any more are removed. */
const mostTools = 20_000;

/** What tools are kept with. */
export interface KeptToolsContext {
  readonly store: Pick<Store<unknown>, "tools">;
  /** What makes vectors, while that is on. */
  readonly embedder: () => Promise<ToolEmbedder | null>;
}

/** The tools that pages have offered to questions about this collection, in its knowledge base of tools. */
export class KeptTools {
  readonly #context: KeptToolsContext;
  /** Opened when it is first needed. */
  #opened: Promise<ToolKnowledge> | null = null;
  readonly #closed: AbortController = new AbortController();
  #makingVectors = false;

  constructor(context: KeptToolsContext) {
    this.#context = context;
  }

  /** See `CollectionReadingApi.keepTools`. */
  async keep(tools: readonly DescribedTool[], signal?: AbortSignal): Promise<void> {
    const knowledge = await this.#knowledge();
    // What no page has offered for long must not fill the storage.
    const change = knowledge.size > mostTools ? "replace" : "keep";
    await knowledge[change](tools.map(toolDocumentOf), signal);
    knowledge.use(await this.#context.embedder());
    void this.#makeVectors(knowledge);
  }

  /** See `CollectionReadingApi.findTools`. */
  async find(
    request: string,
    { limit, among }: { readonly limit: number; readonly among: readonly string[] },
    signal?: AbortSignal,
  ): Promise<string[]> {
    const names = new Set(among);
    const knowledge = await this.#knowledge();
    const options = { limit, among: (name: string) => names.has(name) };
    return (await knowledge.find(request, options, signal)).map(({ name }) => name);
  }

  /** See `CollectionApi.addToolExample`. */
  async addExample(tools: readonly string[], question: string): Promise<void> {
    await (await this.#knowledge()).addQuestion(tools, question);
  }

  /** See `CollectionApi.toolExamples`. */
  async examples(): Promise<ToolExample[]> {
    const past = await (await this.#knowledge()).pastQuestions();
    return [...past].map(([tool, questions]) => ({ tool, questions }));
  }

  /** Deletes the examples that are these questions, or all. */
  async forgetExamples(questions?: readonly string[]): Promise<void> {
    await (await this.#knowledge()).forgetQuestions(questions);
  }

  /** Deletes the vectors of all tools. */
  async removeVectors(): Promise<void> {
    await (await this.#knowledge()).removeVectors();
  }

  /** Makes no more vectors. */
  close(): void {
    this.#closed.abort();
  }

  /** Makes the vectors that are missing, while questions go on by words. What fails is tried again with the next question. */
  async #makeVectors(knowledge: ToolKnowledge): Promise<void> {
    if (this.#makingVectors) return;
    this.#makingVectors = true;
    try {
      await knowledge.makeVectors(this.#closed.signal);
    } catch {
      // Without them tools are found by words.
    } finally {
      this.#makingVectors = false;
    }
  }

  #knowledge(): Promise<ToolKnowledge> {
    const { tools } = this.#context.store;
    this.#opened ??= ToolKnowledge.open({
      all: async () => (await tools.all()).filter(isStoredTool),
      named: async (names) => (await tools.named(names)).filter(isStoredTool),
      change: (put, remove) => tools.change(put, remove),
    });
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }
}
