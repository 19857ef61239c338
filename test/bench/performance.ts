import { ensureSiteBuilt } from "../driver/ensure-built.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import type { BenchCommand } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import { measureDemo } from "./measure-demo.js";
import { measureGrep } from "./measure-grep.js";
import { measureIngest } from "./measure-ingest.js";
import { measureReload } from "./measure-reload.js";
import { measureSearch } from "./measure-search.js";
import { rowsText } from "./row.js";
import { prepareSetup, type Sizes } from "./setup.js";

const usage = `Usage: npm run -s bench -- [--path DIR] [--json] [--quick] [--workers N|all]

Measures Pagehound against bare pdf.js, MiniSearch, ripgrep and itself, in the same run, as ratios.

  --path DIR  a folder with questions.jsonl and pdfs/ (../shared/data/financebench)
  --json      print one JSON object
  --quick     a small run that only shows that everything works
  --workers N only the ingest, with N parse workers against as many of pdf.js; all: one a core
`;

const full: Sizes = {
  ingestPages: 1_500,
  ingestRounds: 5,
  searchPages: [1_000, 10_000],
  searchRounds: 5,
  reloadRounds: 3,
};
const small: Sizes = {
  ingestPages: 60,
  ingestRounds: 1,
  searchPages: [100, 400],
  searchRounds: 1,
  reloadRounds: 1,
};

async function bench({ path, json, quick, workers }: BenchArguments): Promise<string> {
  const data = await loadDataSet(path);
  await ensureSiteBuilt();
  const rows = await driveBench(async (driver) => {
    const setup = await prepareSetup(driver, data, quick ? small : full, workers);
    if (workers !== null) return measureIngest(setup);
    return [
      ...(await measureIngest(setup)),
      ...(await measureDemo(setup)),
      ...(await measureSearch(setup)),
      ...(await measureGrep(setup)),
      await measureReload(setup),
    ];
  });
  return rowsText(rows, json);
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick", "workers"],
  run: bench,
};
