import type { Language } from "../core/document.js";
import type { Coverage } from "../search/api.js";
import { inverseDocumentFrequency } from "../search/index/ranking.js";
import { tellingLabel, tellingName, tellingPart } from "../search/index/search-index.js";
import { defaultRanking } from "../search/query/index-query.js";
import type { EngineQuery } from "./engine-query.js";
import type { EngineHits } from "./opensearch.js";

/** What an index held when it was looked at last. */
export interface Holding {
  readonly at: number;
  readonly coverage: Coverage;
  readonly passages: number;
  readonly languages: ReadonlySet<Language>;
}

/** What the searches of a query gave. */
type Found = Readonly<
  Record<"passages" | "labels" | "pages" | "names" | "openings", EngineHits | undefined>
>;

/** A passage by its evidence id, and what it scores. */
export interface RankedPassage {
  readonly id: string;
  readonly score: number;
}

/**
 * Passages, best first, as a collection ranks them (docs/decisions/003-ranking.md): what each scores
 * relative to the best, what its rows, its page, and the name and first pages of its document do.
 */
export function rankFound(
  { query }: EngineQuery,
  { passages: count, coverage: { documents } }: Holding,
  { passages, labels, pages, names, openings }: Found,
): RankedPassage[] {
  const { pageShare, nameShare, openingShare, labelShare, numbersShare, idfPower } = defaultRanking;
  const best = passages?.hits[0]?.score || 1;
  // A row that is called as half the passages have one says little; nor does a name that all have.
  const rarest = inverseDocumentFrequency(count, 1) ** idfPower;
  const fullLabel = Math.max(tellingLabel * rarest, tellingPart * best);
  const ofLabel = relative(labels, fullLabel, (_, id) => id);
  const ofPage = relative(pages, 0, ({ document, page }) => `${document} ${page}`);
  const fullName = tellingName * inverseDocumentFrequency(documents, 1) ** idfPower;
  const ofName = relative(names, fullName, ({ document }) => `${document}`);
  const ofOpening = relative(openings, 0, ({ document }) => `${document}`);
  return (passages?.hits ?? [])
    .map(({ id, score, source: { document, page, numbers } }) => {
      const shares =
        score / best +
        labelShare * (ofLabel.get(id) ?? 0) +
        pageShare * (ofPage.get(`${document} ${page}`) ?? 0) +
        nameShare * (ofName.get(`${document}`) ?? 0) +
        openingShare * (ofOpening.get(`${document}`) ?? 0);
      const ofNumbers = query.hasNumber ? numbersShare * Math.min(0.5, Number(numbers ?? 0)) : 0;
      return { id, score: shares + ofNumbers };
    })
    .sort((a, b) => b.score - a.score);
}

/** Scores relative to the best, or to a greater one that earns the whole, by what they are scores of. */
function relative(
  found: EngineHits | undefined,
  full: number,
  keyOf: (source: Readonly<Record<string, unknown>>, id: string) => string,
): ReadonlyMap<string, number> {
  const hits = found?.hits ?? [];
  const best = Math.max(hits[0]?.score ?? 0, full) || 1;
  return new Map(hits.map(({ id, score, source }) => [keyOf(source, id), score / best]));
}
