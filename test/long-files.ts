/**
 * Test files that `npm test` leaves to `npm run test:long`, and why. Naming one of them on the
 * command line always runs it.
 */
export const longFiles: readonly string[] = [
  // Benchmarks and checks of this repository, which no user runs.
  "test/e2e/bench.test.ts",
  "test/e2e/memory.test.ts",
  "test/e2e/robustness.test.ts",
  "test/unit/bench/**",
  "test/unit/driver/collect-patterns.test.ts",
  "test/unit/driver/used-features.test.ts",

  // Long lists: the behaviour of one document is tested elsewhere.
  "test/e2e/many.test.ts",

  // Need trained models, or an engine that must be installed separately.
  "test/e2e/open-search.test.ts",
  "test/e2e/trained-demo.test.ts",
  "test/e2e/trained-model.test.ts",
  "test/e2e/trained-web-llm.test.ts",

  // Other programs: bundlers, pdfgrep, Firefox and WebKitGTK (also `npm run test:browsers`).
  "test/e2e/other-browsers.test.ts",
  "test/e2e/pdfgrep-parity.test.ts",
  "test/package/bundlers.test.ts",

  // Appearance: `npm test` examines a few states in one look each;
  // test/e2e/published-widget.test.ts also tries the themes that a reader can choose.
  "test/e2e/accessibility-mirrored.test.ts",
  "test/e2e/appearance.test.ts",
];
