import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import type { BenchCommand } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import { measureSearch, otherLibrary } from "./measure-search.js";
import { libraryOf } from "./other-commit.js";
import { benchTable, isMet } from "./row.js";
import { prepareSetup } from "./setup.js";

const usage = `Usage: npm run -s bench -- search [--against COMMIT] [--path DIR] [--json] [--quick]

Times of searches at three sizes, from the page's call to the page's result, against MiniSearch with the
same passages: of questions that are asked for the first time ("first"), and again. With --against, the
library of another commit is asked the same beside them, each time in turn, and the questions are listed
for which it gives other hits.

  --against COMMIT  a commit whose library is built and measured beside this one
  --path DIR        a folder with questions.jsonl and pdfs/ (../shared/data/financebench)
  --json            print one JSON object
  --quick           a small run that only shows that everything works
`;

const full = { searchPages: [150, 1_000, 10_000], searchRounds: 5 };
const small = { searchPages: [100, 400], searchRounds: 1 };

async function search({ path, json, quick, against }: BenchArguments): Promise<string> {
  const data = await loadDataSet(path);
  const library = against === null ? null : await libraryOf(against);
  const sizes = { ...(quick ? small : full), ingestPages: 0, ingestRounds: 0, reloadRounds: 0 };
  const rows = await driveBench(
    async (driver) => {
      const setup = await prepareSetup(driver, data, sizes);
      return measureSearch(setup, library === null ? null : otherLibrary);
    },
    library === null ? {} : { mounts: { "/other/": library } },
  );
  return json
    ? `${JSON.stringify({ rows: rows.map((row) => ({ ...row, met: isMet(row) })) }, null, 2)}\n`
    : benchTable(rows);
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick", "against"],
  run: search,
};
