import type { BrowserContext, Page } from "playwright";

/** A change that a test makes to the folder found by the browser's picker. */
export interface DiskChange {
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
}

/**
 * Makes the browser's picker return the folder "Reports" of the origin private file system, whose
 * handles have the same interface as those on disk. While `localStorage.asks` is set, the browser
 * has to ask before reading; `localStorage.asked` counts how often it did.
 */
export async function offerFolder(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: script });
}

// A string, because the test runner adds a naming helper to functions that does not exist in the
// page.
const script = `
  Object.assign(globalThis, {
    showDirectoryPicker: async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle("Reports", { create: true }),
  });
  Object.assign(FileSystemHandle.prototype, {
    queryPermission: async () => (localStorage.asks ? "prompt" : "granted"),
    requestPermission: async () => {
      localStorage.asked = Number(localStorage.asked ?? 0) + 1;
      localStorage.removeItem("asks");
      return "granted";
    },
  });
`;

/** Changes the folder, as another program would. */
export async function changeFolder(
  page: Page,
  { write = {}, remove = [] }: DiskChange,
): Promise<void> {
  const files = [
    ...remove.map((path): [string, string | null] => [path, null]),
    ...Object.entries(write),
  ];
  await page.evaluate(async (files) => {
    const root = await navigator.storage.getDirectory();
    for (const [path, text] of files) {
      const parts = ["Reports", ...path.split("/")];
      const name = parts.pop() ?? "";
      let place = root;
      for (const part of parts) place = await place.getDirectoryHandle(part, { create: true });
      if (text === null) await place.removeEntry(name);
      else {
        const file = await place.getFileHandle(name, { create: true });
        const writable = await file.createWritable();
        await writable.write(text);
        await writable.close();
      }
    }
  }, files);
}

/** The contents of the file that a test moves, which must be the same in both places. */
export const movedText = "The tariff of the ferry is two crowns.";
