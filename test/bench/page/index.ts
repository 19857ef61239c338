import { usualParseWorkers } from "../../../src/client/parse-workers.js";
import { askBusily } from "./ask-busily.js";
import { askFigures } from "./ask-figures.js";
import { bareIngest } from "./bare-ingest.js";
import type {} from "./bench-page.js";
import { compareRankings } from "./compare-rankings.js";
import { engineSpeed } from "./engine-speed.js";
import { importFilings, pageTexts, readFilings } from "./filings.js";
import { answerSearches, firstAnswers } from "./first-answers.js";
import { firstSearch } from "./first-search.js";
import { openGrepRace } from "./grep-race.js";
import { ingest } from "./ingest.js";
import { gridAsFile, runGrid, storedGrid } from "./interrupted-grid.js";
import { addTexts, judgeStatements } from "./judge-statements.js";
import { readTables } from "./read-tables.js";
import { readText } from "./read-text.js";
import { databaseBytes, openScaleProbe } from "./scale-probe.js";
import { openSearchRace } from "./search-race.js";
import { stopEngine } from "./stop-engine.js";
import { openStoredDocuments } from "./stored-documents.js";

globalThis.bench = {
  answerSearches,
  engineSpeed,
  stopEngine,
  askBusily,
  ingest,
  bareIngest,
  compareRankings,
  openSearchRace,
  firstAnswers,
  firstSearch,
  openStoredDocuments,
  readTables,
  readText,
  openScaleProbe,
  openGrepRace,
  databaseBytes,
  askFigures,
  addTexts,
  judgeStatements,
  readFilings,
  importFilings,
  pageTexts,
  runGrid,
  storedGrid,
  gridAsFile,
  usualParseWorkers,
};
