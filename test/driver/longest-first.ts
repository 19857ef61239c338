import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { repository } from "./repository.js";

/**
 * The slowest test files. Without earlier timings, Vitest starts with the longest ones by lines,
 * and ends with one of these alone while the other processor is idle.
 */
const longest = [
  "e2e/ask-demo",
  "hostile/page/hung-workers",
  "e2e/trained-model",
  "package/package",
  "e2e/ingest-demo",
  "e2e/tabs",
  "browser/published/export-import",
  "e2e/demo",
  "browser/collection/pagehound",
  "e2e/widget",
  "e2e/conversation-demo",
  "e2e/evaluation-command",
  "e2e/published-widget",
  "hostile/page/hostile-documents",
  "e2e/offline",
  "e2e/widget-life",
  "browser/search/grep/grep",
  "hostile/page/missing-assets",
  "e2e/accessibility-panels",
  "e2e/ask",
  "hostile/site/cross-site-share",
  "e2e/tool-servers",
  "browser/collection/queue",
  "browser/models/wllama",
  "hostile/site/command",
  "e2e/privacy",
  "hostile/page/viewer-bombs",
  "e2e/publish-collection",
  "e2e/site",
  "e2e/models-demo",
  "e2e/evaluate-page",
  "browser/models/wllama-download",
  "browser/readers/pdf",
  "e2e/engines",
  "e2e/page-view",
  "e2e/tables-demo",
  "e2e/shared-files",
  "e2e/http-apis",
  "browser/collection/conversations",
  "e2e/meaning-demo",
  "e2e/recognition-demo",
  "e2e/mcp-hang",
  "hostile/site/undo",
  "hostile/site/one-file",
  "browser/readers/ocr",
  "hostile/site/endpoint",
  "e2e/new-version",
  "browser/models/embedders/embedder",
  "e2e/interruption",
  "hostile/page/slow-files",
  "e2e/web-llm",
  "e2e/check-webgpu",
  "e2e/web-mcp",
  "browser/published/published",
  "hostile/page/control-tokens",
  "browser/agent/reading/reading",
  "browser/agent/fuzz",
  "e2e/accessibility-documents",
  "browser/agent/injection",
  "e2e/injection",
  "e2e/bench",
  "browser/agent/real-engine",
  "e2e/accessibility-questions",
  "hostile/page/unfolding-files",
  "e2e/privacy-demo",
  "browser/collection/identity",
  "e2e/documents-list",
  "e2e/encoding-demo",
  "e2e/trusted-types",
].map((name) => path.join(repository, "test", `${name}.test.ts`));

/**
 * Runs the slowest files first, then the others with browsers of their own, and last those without:
 * with many short files at the end, no processor waits for another.
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
