import { fileName } from "../../core/paths.js";
import type { InputFile } from "../../index.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import type { Shell } from "../shell/shell.js";
import type { ModelFiles } from "./kept-files.js";
import type { ModelsPanel } from "./model-line-view.js";
import type { Models } from "./models.js";

addEnglish(panelWords);

/** Files that were given, and what is not among them. */
interface GivenFiles extends ModelFiles {
  /** How many of its numbered parts are missing. */
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
export function useFiles(panel: ModelsPanel, inputs: readonly InputFile[]): void {
  const { models, notices, words } = panel;
  const [model] = modelsIn(inputs);
  if (!model) return;
  if (model.missing > 0) notices.show(missingWords(words, model));
  else void models.useFiles(model);
}

/** Part of the File System Access API, which TypeScript's library does not have. */
interface FilePicker {
  showOpenFilePicker?(options: {
    readonly multiple: boolean;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle[]>;
}

/**
 * Has the person pick files of a model, with their places on the disk where the browser tells these,
 * and else through `input`. To be called from a click. Empty when nothing was picked so far.
 */
export async function pickModel(input: HTMLElement | null): Promise<InputFile[]> {
  const { showOpenFilePicker: show } = globalThis as FilePicker;
  if (show) {
    try {
      const types = [{ accept: { "application/octet-stream": [".gguf"] } }];
      const handles = await show({ multiple: true, types });
      return await Promise.all(
        handles.map(async (handle) => ({
          file: await handle.getFile(),
          path: handle.name,
          handle,
        })),
      );
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return [];
      // It is not for frames of other sites, for instance.
    }
  }
  input?.click();
  return [];
}

async function useModel(models: Models, { notices }: Shell, model: ModelFiles): Promise<void> {
  await models.useFiles(model);
  // Nobody has the panel open here, where it is told.
  if (models.state.kind === "failed") notices.show(models.state.message);
}

function missingWords(words: I18n, { name, files, missing }: GivenFiles): string {
  return words.t("models.file.missing", { name, count: missing, total: files.length + missing });
}

/** The models that files are, or are numbered parts of. */
function modelsIn(inputs: readonly InputFile[]): GivenFiles[] {
  const groups = new Map<string, { parts: Map<number, InputFile>; count: number }>();
  for (const input of inputs) {
    const { path } = input;
    const [, stem = path, part = "1", count = "1"] =
      /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i.exec(path) ?? [];
    const group = groups.get(stem) ?? { parts: new Map<number, InputFile>(), count: Number(count) };
    group.parts.set(Number(part), input);
    groups.set(stem, group);
  }
  return [...groups].map(([stem, { parts, count }]) => {
    const sorted = [...parts].sort(([a], [b]) => a - b).map(([, input]) => input);
    return {
      name: fileName(stem).replace(/\.gguf$/i, ""),
      files: sorted.map(({ file, path }) =>
        file instanceof File ? file : new File([file], fileName(path)),
      ),
      handles: sorted.flatMap(({ handle }) => handle ?? []),
      missing: Math.max(0, count - parts.size),
    };
  });
}
