// Runs the package's commands (`npm run ask` and others) from the sources, after building what they
// need.
import { runProcess } from "../../cli/commands.js";
import { ensureBuilt } from "./ensure-built.js";
import { findBrowser } from "./find-browser.js";

await runProcess(process.argv.slice(2), async () => {
  await ensureBuilt();
  process.env.PAGEHOUND_BROWSER = await findBrowser();
});
