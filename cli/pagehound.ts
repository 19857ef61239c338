#!/usr/bin/env node
// The command of the installed package. In the repository, `test/driver/command.ts` is run instead.
import { runProcess } from "./commands.js";

await runProcess(process.argv.slice(2));
