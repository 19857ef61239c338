import answer from "./answer.css?inline";
import ask from "./ask.css?inline";
import conversations from "./conversations.css?inline";
import documents from "./documents.css?inline";
import ingest from "./ingest.css?inline";
import models from "./models.css?inline";
import panes from "./panes.css?inline";
import patterns from "./patterns.css?inline";
import search from "./search.css?inline";
import searchHelp from "./search-help.css?inline";
import sheets from "./sheets.css?inline";
import trace from "./trace.css?inline";

/** The styles of what is shown as soon as there are documents. */
export const paneStyles: string = [
  panes,
  sheets,
  documents,
  ingest,
  search,
  patterns,
  searchHelp,
  ask,
  answer,
  trace,
  conversations,
  models,
].join("\n");
