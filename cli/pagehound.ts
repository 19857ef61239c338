#!/usr/bin/env node
// The command of the installed package. In the repository, `test/driver/command.ts` is run instead.
import { exitWith, runCommandLine } from "./commands.js";

exitWith(await runCommandLine(process.argv.slice(2)));
