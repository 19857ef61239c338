import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { repository } from "./repository.js";

/**
 * The files of tests that take longest. Where nobody has run them before, Vitest begins with those
 * that have most lines, and ends with one of these alone while the other processor has nothing to do.
 */
const longest = [
  "e2e/ask-demo",
  "e2e/demo",
  "e2e/evaluation-command",
  "e2e/trained-model",
  "hostile/site/cross-site-share",
  "e2e/tabs",
  "e2e/models-demo",
  "e2e/new-version",
  "e2e/ingest-demo",
  "e2e/ask",
  "e2e/offline",
  "package/package",
  "e2e/accessibility-panels",
  "e2e/bench",
  "e2e/conversation-demo",
  "e2e/privacy-demo",
  "e2e/evaluate-page",
  "e2e/widget",
  "e2e/meaning-demo",
  "browser/model/wllama",
  "browser/collection/queue",
  "hostile/page/viewer-bombs",
  "browser/published/export-import",
  "hostile/page/hostile-documents",
  "hostile/page/missing-assets",
  "browser/collection/pagehound",
  "browser/model/wllama-download",
  "browser/parse/pdf",
  "browser/agent/real-engine",
  "browser/grep/grep",
  "hostile/page/slow-files",
  "browser/parse/ocr",
  "browser/published/published",
  "hostile/page/control-tokens",
  "browser/model/web-llm-download",
  "browser/collection/conversations",
  "browser/collection/many-files",
  "browser/collection/quota",
  "hostile/page/mutated-archives",
  "browser/store/quota",
].map((name) => path.join(repository, "test", `${name}.test.ts`));

/**
 * Runs the longest files first, then the others with browsers of their own, and last those that need
 * none: with many short files at the end, no processor waits for another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = longest.indexOf(path.normalize(moduleId));
      if (at >= 0) return at;
      return longest.length + (project.name === "node" ? 1 : 0);
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
