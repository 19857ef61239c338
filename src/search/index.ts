// The public interface of this room: terms, the index, queries and grep.

export type {
  AlikeWord,
  DatedDocument,
  Excerpt,
  FoundDocument,
  FoundFigure,
  FoundRow,
  QuerySide,
  RelaxedPart,
  RowQuery,
  SamePlace,
  SearchHit,
  SearchMode,
  SearchOptions,
  SearchResponse,
  UnmetFilters,
} from "./api.js";
export { cutExcerpt } from "./cut-excerpt.js";
export type {
  DocumentMatchCount,
  GrepApi,
  GrepFindings,
  GrepHit,
  GrepLine,
  GrepOptions,
  GrepPage,
  GrepProgress,
  GrepRequest,
  GrepScope,
  GrepStep,
  GrepStop,
  MatchCount,
  NumberedLine,
  PageMatchCount,
  PatternOptions,
} from "./grep/api.js";
export type { GrepForm, GrepFormatOptions, HitLine } from "./grep/format-grep.js";
export { cutLine, formatGrep, hitsByPage, linesOfHits } from "./grep/format-grep.js";
export type { GrepQuestion } from "./grep/read-options.js";
export { pathFilter, readGrepOptions } from "./grep/read-options.js";
export type { DocumentPostings } from "./index/document-postings.js";
export {
  DocumentPostingsBuilder,
  numberShare,
  postingsVersion,
  rowLabels,
} from "./index/document-postings.js";
export type { ImpactOptions, Postings } from "./index/postings.js";
export { countList, slotBits } from "./index/postings.js";
export type { MeaningRanking, VectorStretch } from "./index/rank-by-meaning.js";
export { fuseRankings, quantise, rankByMeaning } from "./index/rank-by-meaning.js";
export type { RankedPassage, Ranking } from "./index/search-index.js";
export { SearchIndex } from "./index/search-index.js";
export type { HeldConcept } from "./index/vocabulary.js";
export {
  inverseDocumentFrequency,
  rareGain,
  rarest,
  telling,
  tellingLabel,
  tellingName,
  tellingPart,
  Vocabulary,
} from "./index/vocabulary.js";
export { loadToolKnowledge } from "./load-later.js";
export type {
  AllOf,
  AnyOf,
  Concept,
  IgnoredPart,
  IndexQuery,
  ParsedQuery,
  QueryFilter,
  QueryItem,
  RankingOptions,
} from "./query/index-query.js";
export { defaultRanking } from "./query/index-query.js";
export { asWords, parseQuery } from "./query/query-language.js";
export { correctTypo, textOfQuery } from "./query/query-words.js";
export type { TextCondition } from "./query/text-conditions.js";
export {
  excerptOf,
  findMarks,
  phraseFinder,
  ReadText,
  textConditions,
} from "./query/text-conditions.js";
export type {
  OpenForm,
  QueryContext,
  TranslatedQuery,
  WordVariant,
} from "./query/to-index-query.js";
export { fewWords, toIndexQuery } from "./query/to-index-query.js";
export { describeSource } from "./source-knowledge/describe-source.js";
export type {
  ExtractionGuide,
  GuidePlace,
  Lesson,
  TaughtLesson,
} from "./source-knowledge/guide.js";
export {
  GuideBook,
  guideShare,
  guidesFor,
  guidesOf,
  isFaded,
  isGuide,
} from "./source-knowledge/guide.js";
export type {
  DescribedTool,
  ToolDocument,
  ToolParameter,
  ToolRanking,
} from "./tool-knowledge/tool-document.js";
export { inWords, toolDocumentOf, wholeRanking } from "./tool-knowledge/tool-document.js";
export type { ToolEmbedder } from "./tool-knowledge/tool-knowledge.js";
export { isStoredTool, ToolKnowledge } from "./tool-knowledge/tool-knowledge.js";
