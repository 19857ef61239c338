import { register } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Writes the reference of the public API from the doc comments, as pages in `docs/api/`; `--check`
// writes nothing. Exits with 1 on any warning: an export without a comment, a broken link, or a
// type that is used but not exported.

// typedoc needs the old compiler API, which TypeScript 7 lacks.
const hook = `export const resolve = (specifier, context, next) =>
  next(specifier === "typescript" ? "typescript-6" : specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`, pathToFileURL(import.meta.filename));
const { Application, OptionDefaults } = await import("typedoc");

const root = path.join(import.meta.dirname, "..");

/** Used by exported types, but of no use by name. */
const internal = [
  "evaluation/metrics/evidence.ts:Shingled",
  "client/ask.ts:AnswerEvent",
  "client/run.ts:WhenRejected",
  "agent/reading/passage-blocks.ts:Passage",
  "evaluation/testing/hostile-model.ts:HostileReply",
  "evaluation/testing/scripted-model.ts:Written",
  "element/shell/setup.ts:ElementSetup",
  "element/i18n/english.ts:StringKey",
  "element/i18n/english.ts:Message",
];

const application = await Application.bootstrapWithPlugins({
  name: "Pagehound",
  entryPoints: [
    ...["pagehound", "connect", "evaluation", "models", "tools", "viewer", "widget"].map(
      (entry) => `entries/${entry}.ts`,
    ),
    // The types that these consist of, which no entry names.
    ...["index.ts", "evaluation/api.ts", "entries/unnamed-types.ts"],
  ].map((file) => path.join(root, "src", file)),
  tsconfig: path.join(root, "src/tsconfig.json"),
  readme: path.join(root, "docs/library.md"),
  out: path.join(root, "docs/api"),
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  blockTags: [...OptionDefaults.blockTags, "@attr", "@csspart", "@cssprop", "@fires"],
  intentionallyNotExported: internal.map((each) => `src/${each}`),
  requiredToBeDocumented: ["Class", "Function", "Interface", "Method", "TypeAlias", "Variable"],
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  logLevel: "Warn",
});
const project = await application.convert();
if (!project) process.exit(1);
application.validate(project);
if (!process.argv.includes("--check")) await application.generateOutputs(project);
const { errorCount, warningCount } = application.logger;
if (errorCount + warningCount > 0) process.exitCode = 1;
