// `npm run ask` and the like: the commands of the package, from their sources, with what they need made.
import { runProcess } from "../../cli/commands.js";
import { ensureBuilt } from "./ensure-built.js";
import { findBrowser } from "./find-browser.js";

await runProcess(process.argv.slice(2), async () => {
  await ensureBuilt();
  process.env.PAGEHOUND_BROWSER = await findBrowser();
});
