import { onTestFinished } from "vitest";

/** A window with modules of its own. */
export interface EmptyWindow {
  readonly address: string;
  /** Imports a module by its path below `src`. */
  load<Module>(module: string): Promise<Module>;
}

/**
 * Opens a window in which nothing has run, for a test that depends on what other tests leave in a
 * window: the test files of a page share its modules. It closes with the test.
 */
export async function emptyWindow(): Promise<EmptyWindow> {
  const frame = document.createElement("iframe");
  frame.src = new URL("./empty.html", import.meta.url).pathname;
  onTestFinished(() => frame.remove());
  await new Promise((resolve) => {
    frame.addEventListener("load", resolve);
    document.body.append(frame);
  });
  const { contentDocument, contentWindow } = frame;
  if (!contentDocument || !contentWindow) throw new Error("The window cannot be reached.");
  const load = <Module>(module: string): Promise<Module> =>
    new Promise<Module>((resolve, reject) => {
      const script = contentDocument.createElement("script");
      script.type = "module";
      const [imported, failed] = [`imported ${module}`, `failed ${module}`];
      Object.assign(contentWindow, { [imported]: resolve, [failed]: reject });
      script.textContent = `import(${JSON.stringify(`/src/${module}`)}).then(
        window[${JSON.stringify(imported)}], window[${JSON.stringify(failed)}])`;
      contentDocument.head.append(script);
    });
  return { address: contentDocument.URL, load };
}
