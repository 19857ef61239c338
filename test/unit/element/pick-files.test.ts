import { afterEach, expect, test, vi } from "vitest";
import {
  type FilesTarget,
  type Gathered,
  pick,
} from "../../../src/element/documents/gather-files.js";

afterEach(() => vi.unstubAllGlobals());

/** Records what is added, and how often the file input was opened. */
function target() {
  const added: Gathered[] = [];
  const click = vi.fn();
  const shell = { surface: { find: () => ({ click }) } };
  const addFiles = (files: Gathered): void => void added.push(files);
  return { added, click, target: { shell, addFiles } as unknown as FilesTarget };
}

function picks(...names: string[]) {
  const handles = names.map((name) => ({ name, getFile: async () => new File(["x"], name) }));
  vi.stubGlobal("showOpenFilePicker", async () => handles);
  return handles;
}

test("keeps the handles of picked models, but only the files of picked documents", async () => {
  const [, model] = picks("report.pdf", "small.gguf", ".DS_Store");
  const { added, click, target: place } = target();
  await pick(place, "files");
  expect(added).toEqual([
    {
      files: [
        { path: "report.pdf", file: expect.any(File) },
        { path: "small.gguf", file: expect.any(File), handle: model },
      ],
      folders: [],
      unreadable: [],
    },
  ]);
  expect(click).not.toHaveBeenCalled();
});

test("picking nothing adds nothing", async () => {
  vi.stubGlobal("showOpenFilePicker", async () => {
    throw new DOMException("No.", "AbortError");
  });
  const { added, click, target: place } = target();
  await pick(place, "files");
  expect([added, click.mock.calls]).toEqual([[], []]);
});

test.each([
  ["a browser without such a picker", undefined],
  [
    "a page that may not use it",
    async () => {
      throw new DOMException("No.", "SecurityError");
    },
  ],
])("%s opens the file input", async (_what, show) => {
  vi.stubGlobal("showOpenFilePicker", show);
  const { click, target: place } = target();
  await pick(place, "files");
  expect(click).toHaveBeenCalledOnce();
});

test("a folder is picked through its input", async () => {
  picks("report.pdf");
  const { added, click, target: place } = target();
  await pick(place, "folder");
  expect(click).toHaveBeenCalledOnce();
  expect(added).toEqual([]);
});
