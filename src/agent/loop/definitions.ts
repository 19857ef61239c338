import { type AnswerUnit, answerUnits, type BestPassage, type Span } from "../../core/index.js";
import {
  type AskedTerm,
  type DefinesTerm,
  type Definition,
  definitionOf,
  keysOf,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import type { ToolReader } from "../tools/tool.js";
import { isAbout } from "./answer-features.js";
import { passageOf, unmarked } from "./best-passages.js";
import { withWholeList } from "./whole-list.js";

/** Maximum number of defining passages to show, because documents may define a term differently. */
const mostShown = 3;

/** A passage with the sentence or row that defines a term. */
export interface DefiningPassage {
  readonly hit: SearchHit;
  readonly span: Span;
  readonly definition: Definition;
}

/**
 * The passages that define a term, as `definitionsOf` finds them. If none does and the question names
 * a subject ("accruals in accounting"), the passages that define the term and mention the subject.
 */
export async function findDefinitions(
  asked: AskedTerm,
  response: SearchResponse,
  scope: { readonly reader: ToolReader; readonly signal: AbortSignal },
): Promise<readonly DefiningPassage[]> {
  const found = await definitionsOf(asked, response, scope);
  if (found.length > 0 || asked.inSubject === null) return found;
  const { term, subject } = asked.inSubject;
  const inner = await definitionsOf({ ...asked, text: term }, response, scope);
  const wanted = keysOf(subject);
  return inner.filter(({ hit: { text, path, heading } }) => {
    const keys = new Set(keysOf(`${text} ${path} ${heading ?? ""}`));
    return wanted.every((key) => keys.has(key));
  });
}

/**
 * The passages that define a term, the best one of each document; explicit definitions replace
 * others. Empty if all passages only use the term. If the search for the question found no explicit
 * definition, the term is searched again with words of definitions, because a text may have it on
 * every page.
 */
async function definitionsOf(
  term: AskedTerm,
  response: SearchResponse,
  { reader, signal }: { readonly reader: ToolReader; readonly signal: AbortSignal },
): Promise<readonly DefiningPassage[]> {
  const defines = definitionOf(term);
  const { about } = response;
  const among = (hits: readonly SearchHit[]): readonly DefiningPassage[] =>
    hits
      .filter((hit) => !about || isAbout(hit, about))
      .flatMap((hit) => definingPart(hit, defines) ?? []);
  const found = among(response.hits);
  if (found.some(({ definition }) => definition === "stated")) return bestOf(found);
  const query = `"${term.text.replaceAll('"', "")}" means definition defined glossary`;
  const more = await reader.search(query, { limit: Math.max(10, response.hits.length), signal });
  return bestOf([...found, ...among(more.hits)]);
}

/** The best passage of each document: explicit definitions if there are any, else the others. */
function bestOf(found: readonly DefiningPassage[]): readonly DefiningPassage[] {
  const stated = found.filter(({ definition }) => definition === "stated");
  const best = stated.length > 0 ? stated : found;
  return best
    .filter(({ hit }, at) => best.findIndex((other) => other.hit.document === hit.document) === at)
    .slice(0, mostShown);
}

function definingPart(hit: SearchHit, defines: DefinesTerm): DefiningPassage | null {
  const { text, heading } = hit;
  let described: DefiningPassage | null = null;
  for (const unit of answerUnits(text)) {
    for (const part of unit.kind === "row" ? [unit, ...sentencesOfCells(text, unit)] : [unit]) {
      const place = { heading, isRow: part === unit && unit.kind === "row" };
      const definition = defines(text.slice(part.start, part.end), place);
      if (definition === null || (definition === "described" && described)) continue;
      const span = withWholeList(part, { text, asksList: false });
      const passage = { hit, span: { start: span.start, end: span.end }, definition };
      if (definition === "stated") return passage;
      described = passage;
    }
  }
  return described;
}

/** The sentences in the cells of a row. */
function sentencesOfCells(text: string, row: Span): AnswerUnit[] {
  let start = row.start;
  return text
    .slice(row.start, row.end)
    .split("\t")
    .flatMap((cell) => {
      const from = start;
      start += cell.length + 1;
      return answerUnits(cell).map((unit) => ({
        ...unit,
        start: unit.start + from,
        end: unit.end + from,
      }));
    });
}

/** The best passages, with those that define a term first; only definitions are marked. */
export function withDefinitions(
  passages: readonly BestPassage[],
  definitions: readonly DefiningPassage[],
  limit: number,
): BestPassage[] {
  const first = definitions.map(
    ({ hit, span }): BestPassage => ({ ...passageOf(hit), marked: [span], certainty: "likely" }),
  );
  return [...first, ...unmarked(passages, new Set(first.map(({ evidence }) => evidence)))].slice(
    0,
    Math.max(0, limit),
  );
}
