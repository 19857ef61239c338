import { fileName } from "../../core/paths.js";
import type { InputFile } from "../../index.js";
import type { I18n } from "../i18n/i18n.js";
import type { Shell } from "../shell/shell.js";
import type { ModelsPanel } from "./model-line-view.js";
import type { Models } from "./models.js";

/** A model in files of this computer. */
interface ModelFiles {
  readonly name: string;
  /** In their order. */
  readonly files: readonly File[];
  /** How many of its numbered parts are not among them. */
  readonly missing: number;
}

/** Asks whether to answer with models that were picked or dropped among other files. */
export function offerModels(models: Models, shell: Shell, inputs: readonly InputFile[]): void {
  const { notices, words } = shell;
  for (const model of modelsIn(inputs)) {
    const { name, files, missing } = model;
    if (missing > 0) {
      notices.show(missingWords(words, model));
      continue;
    }
    const size = words.size(files.reduce((sum, file) => sum + file.size, 0));
    notices.show(words.t("models.file.question", { name, size }), {
      items: [{ message: words.t("models.file.question.about") }],
      actions: [
        { label: words.t("models.file.use"), run: () => void useModel(models, shell, model) },
      ],
      icon: "model",
    });
  }
}

/** Answers with a model that was picked for it. */
export function useFiles(panel: ModelsPanel, list: FileList | null): void {
  const { models, notices, words } = panel;
  const inputs = Array.from(list ?? [], (file) => ({ file, path: file.name }));
  const [model] = modelsIn(inputs);
  if (!model) return;
  if (model.missing > 0) notices.show(missingWords(words, model));
  else void models.useFiles(model.name, model.files);
}

async function useModel(
  models: Models,
  { notices }: Shell,
  { name, files }: ModelFiles,
): Promise<void> {
  await models.useFiles(name, files);
  // Nobody has the panel open here, where it is told.
  if (models.state.kind === "failed") notices.show(models.state.message);
}

function missingWords(words: I18n, { name, files, missing }: ModelFiles): string {
  return words.t("models.file.missing", { name, count: missing, total: files.length + missing });
}

/** The models that files are, or are numbered parts of. */
function modelsIn(inputs: readonly InputFile[]): ModelFiles[] {
  const groups = new Map<string, { parts: Map<number, File>; count: number }>();
  for (const { file, path } of inputs) {
    const [, stem = path, part = "1", count = "1"] =
      /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i.exec(path) ?? [];
    const group = groups.get(stem) ?? { parts: new Map<number, File>(), count: Number(count) };
    group.parts.set(Number(part), file instanceof File ? file : new File([file], fileName(path)));
    groups.set(stem, group);
  }
  return [...groups].map(([stem, { parts, count }]) => ({
    name: fileName(stem).replace(/\.gguf$/i, ""),
    files: [...parts].sort(([a], [b]) => a - b).map(([, file]) => file),
    missing: Math.max(0, count - parts.size),
  }));
}
