import { deleteDB } from "idb";
import {
  DocumentViewer,
  type ViewerOptions,
  type ViewerTarget,
} from "../../../src/element/viewer/index.js";
import { type DocumentSummary, Pagehound } from "../../../src/index.js";
import { fixture } from "../fixture.js";

/** A viewer on the page, with helpers for tests. */
export interface ShownViewer {
  readonly viewer: DocumentViewer;
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** The first matching element; throws if there is none. */
  one<Found extends HTMLElement = HTMLElement>(selector: string): Found;
  all(selector: string): HTMLElement[];
  /** A button by its accessible name. */
  button(name: string): HTMLButtonElement;
  /** Presses a key on the focused element, or on another one. */
  press(key: string, more?: KeyboardEventInit, on?: Element): void;
  type(text: string): void;
}

const shown: ShownViewer[] = [];

export function showViewer(
  options: ViewerOptions = {},
  size: { readonly width?: number; readonly height?: number; readonly dir?: string } = {},
): ShownViewer {
  const container = document.createElement("div");
  container.dir = size.dir ?? "ltr";
  Object.assign(container.style, {
    width: `${size.width ?? 700}px`,
    height: `${size.height ?? 560}px`,
  });
  document.body.append(container);
  const viewer = new DocumentViewer(container, { assetsBase: "/assets/", ...options });
  const host = container.firstElementChild as HTMLElement;
  const root = host.shadowRoot as ShadowRoot;
  const all = (selector: string): HTMLElement[] => [
    ...root.querySelectorAll<HTMLElement>(selector),
  ];
  const one = <Found extends HTMLElement>(selector: string): Found => {
    const found = root.querySelector<Found>(selector);
    if (!found) throw new Error(`Nothing in the viewer fits ${selector}.`);
    return found;
  };
  const made: ShownViewer = {
    viewer,
    host,
    root,
    all,
    one,
    button: (name) => one<HTMLButtonElement>(`button[aria-label="${name}"]`),
    press: (key, more = {}, on = root.activeElement ?? host) => {
      const event = { key, bubbles: true, cancelable: true, composed: true, ...more };
      on.dispatchEvent(new KeyboardEvent("keydown", event));
    },
    type: (text) => {
      const input = one<HTMLInputElement>(".find-input");
      input.value = text;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
  };
  shown.push(made);
  return made;
}

export function removeViewers(): void {
  for (const { viewer, host } of shown.splice(0)) {
    const container = host.parentElement;
    viewer.destroy();
    container?.remove();
  }
}

/** A collection of fixtures, with targets that open them. */
export interface Shelf {
  readonly hound: Pagehound;
  document(path: string): DocumentSummary;
  target(path: string, more?: Partial<ViewerTarget>): ViewerTarget;
  /** The position of a text on a page; throws if it is missing. */
  spanOf(path: string, page: number, text: string): Promise<{ start: number; end: number }>;
}

/** Opens a new collection with fixtures in it. */
export async function openShelf(name: string, paths: readonly string[]): Promise<Shelf> {
  await deleteDB(`pagehound:${name}`);
  const hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const files = await Promise.all(
    paths.map(async (path) => ({ path: path.replace(/^.*\//, ""), file: await fixture(path) })),
  );
  for await (const event of hound.add(files)) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
  const documents = await hound.documents();
  const find = (path: string): DocumentSummary => {
    const found = documents.find((each) => each.path === path);
    if (!found) throw new Error(`There is no ${path}.`);
    return found;
  };
  return {
    hound,
    document: find,
    target: (path, more = {}) => ({ document: find(path), source: hound, page: 1, ...more }),
    spanOf: async (path, page, text) => {
      const stored = await hound.page(find(path).id, page);
      const start = stored.text.indexOf(text);
      if (start < 0) throw new Error(`${text} is not on page ${page} of ${path}.`);
      return { start, end: start + text.length };
    },
  };
}

/** The marked or found words in page order, each with whether the page's text lies underneath. */
export function drawn(root: ShadowRoot, selector: string): { text: string; over: boolean }[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].map((mark) => {
    const text = mark.dataset.text ?? "";
    const spans = [...(mark.closest(".sheet")?.querySelectorAll(".text span") ?? [])];
    const over = [...mark.children].every((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return spans.some((span) => {
        const area = span.getBoundingClientRect();
        return area.left <= x && area.right >= x && area.top <= y && area.bottom >= y;
      });
    });
    return { text, over: over && mark.children.length > 0 };
  });
}
