import type { usualParseWorkers } from "../../../src/client/parse-workers.js";
import type { askBusily } from "./ask-busily.js";
import type { askFigures } from "./ask-figures.js";
import type { bareIngest } from "./bare-ingest.js";
import type { compareRankings } from "./compare-rankings.js";
import type { engineSpeed } from "./engine-speed.js";
import type { importFilings, pageTexts, readFilings } from "./filings.js";
import type { answerSearches, firstAnswers } from "./first-answers.js";
import type { firstSearch } from "./first-search.js";
import type { openGrepRace } from "./grep-race.js";
import type { ingest } from "./ingest.js";
import type { gridAsFile, runGrid, storedGrid } from "./interrupted-grid.js";
import type { addTexts, judgeStatements } from "./judge-statements.js";
import type { readTables } from "./read-tables.js";
import type { readText } from "./read-text.js";
import type { databaseBytes, openScaleProbe } from "./scale-probe.js";
import type { openSearchRace } from "./search-race.js";
import type { stopEngine } from "./stop-engine.js";
import type { openStoredDocuments } from "./stored-documents.js";

/** The benchmarks' page code. */
export interface BenchPage {
  readonly engineSpeed: typeof engineSpeed;
  readonly stopEngine: typeof stopEngine;
  readonly askBusily: typeof askBusily;
  readonly ingest: typeof ingest;
  readonly bareIngest: typeof bareIngest;
  readonly compareRankings: typeof compareRankings;
  readonly openSearchRace: typeof openSearchRace;
  readonly answerSearches: typeof answerSearches;
  readonly firstAnswers: typeof firstAnswers;
  readonly firstSearch: typeof firstSearch;
  readonly openStoredDocuments: typeof openStoredDocuments;
  readonly readTables: typeof readTables;
  readonly readText: typeof readText;
  readonly openScaleProbe: typeof openScaleProbe;
  readonly openGrepRace: typeof openGrepRace;
  readonly databaseBytes: typeof databaseBytes;
  readonly askFigures: typeof askFigures;
  readonly addTexts: typeof addTexts;
  readonly judgeStatements: typeof judgeStatements;
  readonly readFilings: typeof readFilings;
  readonly importFilings: typeof importFilings;
  readonly pageTexts: typeof pageTexts;
  readonly runGrid: typeof runGrid;
  readonly storedGrid: typeof storedGrid;
  readonly gridAsFile: typeof gridAsFile;
  readonly usualParseWorkers: typeof usualParseWorkers;
}

declare global {
  var bench: BenchPage;
  /** Prints progress on the terminal. */
  function say(text: string): Promise<void>;
}
