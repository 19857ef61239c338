import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { repository } from "./repository.js";

/**
 * The files of tests that take longest. Where nobody has run them before, Vitest begins with those
 * that have most lines, and ends with one of these alone while the other processor has nothing to do.
 */
const longest = [
  "e2e/accessibility-panels",
  "e2e/offline",
  "e2e/new-version",
  "e2e/accessibility-questions",
  "e2e/accessibility-documents",
  "e2e/ask-demo",
  "e2e/bench",
  "e2e/tabs",
  "package/package",
  "e2e/ingest-demo",
  "e2e/evaluation-command",
  "e2e/meaning-demo",
  "e2e/publish-collection",
  "e2e/shared-files",
  "e2e/trained-model",
  "hostile/site/cross-site-share",
].map((name) => path.join(repository, "test", `${name}.test.ts`));

/** Runs the longest files of a group first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification): [group: number, place: number] => {
      const at = longest.indexOf(path.normalize(moduleId));
      return [project.config.sequence.groupOrder, at < 0 ? longest.length : at];
    };
    return sorted.toSorted((a, b) => {
      const [[group, first], [otherGroup, second]] = [place(a), place(b)];
      return group - otherGroup || first - second;
    });
  }
}
