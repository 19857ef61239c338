import { toolDocumentOf } from "../../src/search/tool-knowledge/tool-document.js";
import { memoryToolStore, ToolKnowledge } from "../../src/search/tool-knowledge/tool-knowledge.js";
import type { BenchCommand } from "./command.js";
import { seededRandom } from "./seeded-random.js";

const usage = `Usage: npm run -s bench -- tools [--quick]

Adds 5,000 tools to a knowledge base in memory (in Node), changes a hundred of them, and finds the best
ten for 400 requests of one to three sentences. Beside it, in turns with it, a plain BM25 scan: the
words of the request against a table of word counts of every tool, without stems, fields or clauses.

  --quick  500 tools and 40 requests
`;

const wordsInAll = 4_000;

async function tools({ quick }: { readonly quick: boolean }): Promise<string> {
  const [toolCount, requestCount] = quick ? [500, 40] : [5_000, 400];
  const random = seededRandom(3);
  const words = Array.from({ length: wordsInAll }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllable(random)).join(""),
  );
  // Frequent words are drawn far more often than rare ones.
  const word = () => words[Math.floor(wordsInAll * random() ** 3)] ?? "";
  const phrase = (count: number) => Array.from({ length: count }, word).join(" ");
  // Includes function words like a real sentence, because they identify its language.
  const sentence = () => `The ${phrase(4)} of the ${phrase(4)}, and with this ${phrase(4)}`;
  const documents = Array.from({ length: toolCount }, (_, number) =>
    toolDocumentOf({
      name: `${phrase(3).replace(/ (\w)/g, (_all, letter: string) => letter.toUpperCase())}_${number}`,
      description: sentence(),
      parameters: {
        properties: Object.fromEntries(
          Array.from({ length: 4 }, () => [
            word(),
            { description: `The ${phrase(3)} of the ${phrase(3)}` },
          ]),
        ),
      },
    }),
  );
  const requests = Array.from({ length: requestCount }, () =>
    Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => `Please tell me about the ${phrase(6)} of the ${phrase(6)}.`,
    ).join(" "),
  );
  const knowledge = await ToolKnowledge.open(memoryToolStore());
  const addSeconds = await seconds(() => knowledge.replace(documents));
  const changed = documents.map((tool, index) =>
    index < 100 ? { ...tool, description: sentence() } : tool,
  );
  const changeSeconds = await seconds(() => knowledge.replace(changed));
  const scan = new Scan(changed.map((tool) => [tool.name, tool.description].join(" ")));
  const own: Spent[] = [];
  const plain: Spent[] = [];
  for (const request of requests) {
    own.push(await spent(() => knowledge.find(request, { limit: 10 })));
    plain.push(await spent(async () => scan.find(request, 10)));
  }
  const line = (name: string, times: readonly Spent[]): string => {
    const [elapsed, processor] = ["elapsed", "processor"] as const;
    const shares = [0.5, 0.95].map((share) =>
      [elapsed, processor].map((kind) => percentile(times, kind, share).toFixed(2)),
    );
    const [[p50, cpu50] = [], [p95, cpu95] = []] = shares;
    return `${name}: ${p50} ms (median), ${p95} ms (95th percentile); of the processor ${cpu50} and ${cpu95} ms`;
  };
  const ratio = (share: number): string =>
    (percentile(plain, "processor", share) / percentile(own, "processor", share)).toFixed(1);
  return [
    `${toolCount} tools: added in ${addSeconds.toFixed(2)} s; 100 changed, the rest told again: ${changeSeconds.toFixed(2)} s`,
    line("found in", own),
    line("plain BM25 scan", plain),
    `the scan takes ${ratio(0.5)} (median) and ${ratio(0.95)} (95th percentile) times as much of the processor`,
    "",
  ].join("\n");
}

/** The cost of a call, in milliseconds. */
interface Spent {
  readonly elapsed: number;
  /** Processor time only, which other programs do not affect. */
  readonly processor: number;
}

async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage();
  const elapsed = 1000 * (await seconds(work));
  const { user, system } = process.cpuUsage(before);
  return { elapsed, processor: (user + system) / 1000 };
}

function syllable(random: () => number): string {
  const pick = (letters: string) => letters.charAt(Math.floor(random() * letters.length));
  return pick("bdfgklmnprstvz") + pick("aeiou");
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

function percentile(times: readonly Spent[], kind: keyof Spent, share: number): number {
  const sorted = times.map((each) => each[kind]).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Baseline: BM25 over every tool on every request. */
class Scan {
  readonly #texts: { readonly counts: Map<string, number>; readonly length: number }[];
  readonly #holding = new Map<string, number>();

  constructor(texts: readonly string[]) {
    this.#texts = texts.map((text) => {
      const counts = new Map<string, number>();
      const terms = termsOf(text);
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) {
        this.#holding.set(term, (this.#holding.get(term) ?? 0) + 1);
      }
      return { counts, length: terms.length };
    });
  }

  find(request: string, limit: number): number[] {
    const terms = new Set(termsOf(request));
    const { length: all } = this.#texts;
    const scores = this.#texts.map(({ counts, length }, tool) => {
      let score = 0;
      for (const term of terms) {
        const frequency = counts.get(term) ?? 0;
        const holding = this.#holding.get(term) ?? 0;
        const idf = Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
        score += (idf * frequency) / (frequency + 0.9 * (0.6 + (0.4 * length) / 15));
      }
      return { tool, score };
    });
    scores.sort((one, other) => other.score - one.score);
    return scores.slice(0, limit).map(({ tool }) => tool);
  }
}

function termsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export const benchmark: BenchCommand = { usage, data: "", options: ["quick"], run: tools };
