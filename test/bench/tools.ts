import { toolDocumentOf } from "../../src/tool-knowledge/tool-document.js";
import { memoryToolStore, ToolKnowledge } from "../../src/tool-knowledge/tool-knowledge.js";
import { command } from "./command.js";
import { seededRandom } from "./seeded-random.js";

const usage = `Usage: npm run -s bench:tools -- [--quick]

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
  // With the grammar that real ones have, by which their language is told.
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
  const own: number[] = [];
  const plain: number[] = [];
  for (const request of requests) {
    own.push(1000 * (await seconds(() => knowledge.find(request, { limit: 10 }))));
    plain.push(1000 * (await seconds(async () => scan.find(request, 10))));
  }
  const [p50, p95] = [percentile(own, 0.5), percentile(own, 0.95)];
  const [plainP50, plainP95] = [percentile(plain, 0.5), percentile(plain, 0.95)];
  return [
    `${toolCount} tools: added in ${addSeconds.toFixed(2)} s; 100 changed, the rest told again: ${changeSeconds.toFixed(2)} s`,
    `found in ${p50.toFixed(2)} ms (median), ${p95.toFixed(2)} ms (95th percentile)`,
    `plain BM25 scan: ${plainP50.toFixed(2)} ms, ${plainP95.toFixed(2)} ms; ratio ${(plainP50 / p50).toFixed(1)}, ${(plainP95 / p95).toFixed(1)}`,
    "",
  ].join("\n");
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

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** BM25 over every tool for every request. */
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

await command({ usage, data: "", options: ["quick"], run: tools });
