import { quantise, rankByMeaning, similarity } from "../../src/search/index/rank-by-meaning.js";
import type { BenchCommand } from "./command.js";
import { seededRandom } from "./seeded-random.js";

const usage = `Usage: npm run -s bench -- meaning [--quick]

How long the vector of a query is compared with those of 200,000 passages (384 numbers each, in Node),
and how many of the nearest it finds. The vectors are drawn around 500 centres.

  --quick  20,000 passages
`;

const dimensions = 384;
/** Passages whose vectors are stored together, as in a collection. */
const together = 128;
const rounds = 20;
const depths = [10, 100, 500];

async function meaning({ quick }: { readonly quick: boolean }): Promise<string> {
  const count = quick ? 20_000 : 200_000;
  const random = seededRandom(5);
  const drawn = () => Float32Array.from({ length: dimensions }, () => random() + random() - 1);
  const centres = Array.from({ length: 500 }, drawn);
  const near = () => {
    const centre = centres[Math.floor(random() * centres.length)] ?? drawn();
    return drawn().map((value, at) => value + (centre[at] as number));
  };
  const stretches = Array.from({ length: Math.ceil(count / together) }, (_, document) => ({
    ...{ document, first: 0 },
    vectors: quantise(Array.from({ length: together }, near), dimensions),
  }));
  const times: number[] = [];
  const found = depths.map(() => 0);
  for (let round = 0; round <= rounds; round++) {
    const query = near();
    const begun = performance.now();
    const taken = (await rankByMeaning(query, stretches, null, async () => {})).take(500);
    // The first round computes the signs, and later rounds use the cache.
    if (round > 0) times.push(performance.now() - begun);
    if (round >= 5) continue;
    const quantised = quantise([query], dimensions);
    const exact = stretches
      .flatMap(({ document, vectors }) =>
        Array.from({ length: together }, (_, passage) => ({
          key: document * together + passage,
          score: similarity(quantised, vectors, passage),
        })),
      )
      .sort((a, b) => b.score - a.score);
    const keys = taken.map(({ document, passage }) => document * together + passage);
    for (const [index, depth] of depths.entries()) {
      const known = new Set(keys.slice(0, depth));
      const share = exact.slice(0, depth).filter(({ key }) => known.has(key)).length / depth;
      found[index] = (found[index] as number) + share / 5;
    }
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  const recalls = depths.map(
    (depth, index) => `${((found[index] ?? 0) * 100).toFixed(1)} % of the nearest ${depth}`,
  );
  return `${count} vectors: ${median.toFixed(1)} ms (median of ${rounds}, fastest ${(times[0] ?? 0).toFixed(1)}); finds ${recalls.join(", ")}.\n`;
}

export const benchmark: BenchCommand = { usage, data: "", options: ["quick"], run: meaning };
