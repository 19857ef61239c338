import answer from "./answer.css?inline";
import ask from "./ask.css?inline";
import base from "./base.css?inline";
import controls from "./controls.css?inline";
import conversations from "./conversations.css?inline";
import documents from "./documents.css?inline";
import empty from "./empty.css?inline";
import ingest from "./ingest.css?inline";
import models from "./models.css?inline";
import notices from "./notices.css?inline";
import panes from "./panes.css?inline";
import patterns from "./patterns.css?inline";
import search from "./search.css?inline";
import searchHelp from "./search-help.css?inline";
import trace from "./trace.css?inline";

const texts = [
  base,
  controls,
  notices,
  empty,
  panes,
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
];

let sheets: readonly CSSStyleSheet[] | null = null;

/** The styles of the interface, made once for all elements: constructed, so that a strict policy holds. */
export function styleSheets(): CSSStyleSheet[] {
  sheets ??= texts.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return [...sheets];
}
