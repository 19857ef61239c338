import type { BenchArguments } from "./bench-arguments.js";
import type { BenchCommand } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import { fillForGrep, measureGrep } from "./measure-grep.js";
import { driveAgainst } from "./other-commit.js";
import { rowsText } from "./row.js";
import { prepareSetup } from "./setup.js";

const usage = `Usage: npm run -s bench -- grep [--against COMMIT] [--path DIR] [--json] [--quick]

Times of counting all matches of a table of patterns, from the page's call to the page's result, against
ripgrep over the same text. With --against, the library of another commit looks for the same beside it,
in turn, and the patterns are listed for which it finds something else.

  --against COMMIT  a commit whose library is built and measured beside this one
  --path DIR        a folder with questions.jsonl and pdfs/ (../shared/data/financebench)
  --json            print one JSON object
  --quick           a small run that only shows that everything works
`;

async function grep({ path, json, quick, against }: BenchArguments): Promise<string> {
  const data = await loadDataSet(path);
  const pages = quick ? 400 : 10_000;
  const unused = { ingestPages: 0, ingestRounds: 0, searchRounds: 0, reloadRounds: 0 };
  const rows = await driveAgainst(against, async (driver, other) => {
    const setup = await prepareSetup(driver, data, { ...unused, searchPages: [pages] });
    await fillForGrep(setup, pages, other);
    return measureGrep(setup, other);
  });
  return rowsText(rows, json);
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick", "against"],
  run: grep,
};
