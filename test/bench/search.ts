import type { BenchArguments } from "./bench-arguments.js";
import type { BenchCommand } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import { measureSearch } from "./measure-search.js";
import { driveAgainst } from "./other-commit.js";
import { rowsText } from "./row.js";
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
  const sizes = { ...(quick ? small : full), ingestPages: 0, ingestRounds: 0, reloadRounds: 0 };
  const rows = await driveAgainst(against, async (driver, other) => {
    const setup = await prepareSetup(driver, data, sizes);
    return measureSearch(setup, other);
  });
  return rowsText(rows, json);
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick", "against"],
  run: search,
};
