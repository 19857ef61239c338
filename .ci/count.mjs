// Prints "N passed, N failed" from vitest's JSON report and the exit codes of tests and checks.
import { existsSync, readFileSync } from "node:fs";

const [, , report, tests, checks] = process.argv;
const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
let passed = 0;
let failed = 0;
for (const { status, assertionResults } of testResults) {
  const failures = assertionResults.filter((test) => test.status === "failed").length;
  passed += assertionResults.filter((test) => test.status === "passed").length;
  // A file that could not be loaded, or broke outside its tests, counts as one.
  failed += status === "failed" && failures === 0 ? 1 : failures;
}
// No browser, a build that failed, or an error that no test caught.
if (tests !== "0" && failed === 0) failed++;
if (checks !== "0") failed++;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
