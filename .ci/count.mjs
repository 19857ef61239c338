// Prints what failed, and "N passed, N failed", from vitest's JSON report and the exit codes of tests
// and checks.
import { existsSync, readFileSync } from "node:fs";

const [, , report, tests, checks] = process.argv;
const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
let passed = 0;
let failed = 0;
const names = [];
for (const { name, status, message, assertionResults } of testResults) {
  const broken = assertionResults.filter((test) => test.status === "failed");
  const failures = broken.length;
  for (const { fullName, failureMessages = [] } of broken) {
    names.push(`FAILED ${name}: ${fullName}\n  ${failureMessages.join("\n").slice(0, 600)}`);
  }
  if (status === "failed" && failures === 0) names.push(`FAILED ${name}: ${message}`);
  passed += assertionResults.filter((test) => test.status === "passed").length;
  // A file that could not be loaded, or broke outside its tests, counts as one.
  failed += status === "failed" && failures === 0 ? 1 : failures;
}
// No browser, a build that failed, or an error that no test caught.
if (tests !== "0" && failed === 0) failed++;
if (checks !== "0") failed++;
if (checks !== "0") names.push("FAILED npm run check, as printed above.");
for (const line of names) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
