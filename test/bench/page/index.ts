import { bareIngest } from "./bare-ingest.js";
import type {} from "./bench-page.js";
import { compareRankings } from "./compare-rankings.js";
import { firstSearch } from "./first-search.js";
import { deleteCollection, ingest } from "./ingest.js";
import { openSearchRace } from "./search-race.js";

globalThis.bench = {
  ingest,
  deleteCollection,
  bareIngest,
  compareRankings,
  openSearchRace,
  firstSearch,
};
