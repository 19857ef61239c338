import { serve } from "../../../src/core/rpc/serve.js";
import { greeted } from "../../../src/core/rpc/worker-host.js";
import type { ComparedPassage, ComparisonApi } from "./comparison-api.js";
import { type Engine, engines } from "./engines.js";
import { firstPlaces } from "./first-places.js";

const passages: ComparedPassage[] = [];
let index: Engine | null = null;

function built(): Engine {
  if (!index) throw new Error("No index is built.");
  return index;
}

const { port } = await greeted<null>();

serve<ComparisonApi>(port, {
  async add(request) {
    for (const passage of request.passages) {
      index?.add(passages.length, passage.text);
      passages.push(passage);
    }
  },
  async build({ engine }) {
    index = engines[engine]();
    for (const [number, { text }] of passages.entries()) index.add(number, text);
  },
  async rankPlaces({ query, document, unit, count }) {
    const accepts =
      document === null ? undefined : (passage: number) => passages[passage]?.document === document;
    const found = built().search(query, passages.length, accepts);
    return firstPlaces(
      found.flatMap((passage) => passages[passage] ?? []),
      unit,
      count,
    );
  },
  async search({ query, limit }) {
    return built()
      .search(query, limit)
      .flatMap((passage) => passages[passage] ?? []);
  },
});
