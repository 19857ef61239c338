import type { Language } from "../core/index.js";
import { SearchIndex } from "./index/search-index.js";
import { parseQuery } from "./query/query-language.js";
import { ReadText } from "./query/text-conditions.js";
import { toIndexQuery } from "./query/to-index-query.js";

const query = "What was the total revenue of the company in FY2019, in millions?";
/** Longer than an excerpt, with rows of a table, dates, amounts and a name with a hyphen. */
const passage = `The company reports its total revenue in Form 10-K, as of December 31, 2019 and 2018.
At December 31, 2019 and 2018, in millions of dollars\t2019\tAt December 31, 2018
Total revenue of the company\t$ 1,234\t11.5 million
Total costs\t(567)\t8 %
Revenue by region was $ 5 million in the Americas, and less than that in all other regions.`;

/**
 * Runs the code of a search and of an excerpt once, on a text of its own. The first search of a
 * worker otherwise waits for browsers to compile that code and its patterns, and for tables of
 * words to be made.
 */
export function rehearseSearch(): void {
  const languages = new Set<Language>(["en"]);
  const index = new SearchIndex();
  const context = { ...index.context(new Set()), languages };
  const { words, query: translated } = toIndexQuery(query, parseQuery(query), context);
  index.search(translated, new Set()).take(1);
  const read = new ReadText(passage, "en");
  read.excerpt(read.marks(words.flatMap(({ terms }) => terms)));
}
