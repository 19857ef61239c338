import type { Remote } from "./remote.js";

/** How long to wait for anything, in milliseconds. */
const patience = 30_000;

/** The visible elements that match a selector, through shadow roots, and contain these words. */
function findAll(selector: string, words: string): HTMLElement[] {
  const scopes: (Document | ShadowRoot)[] = [document];
  for (const scope of scopes) {
    for (const { shadowRoot } of scope.querySelectorAll("*")) {
      if (shadowRoot) scopes.push(shadowRoot);
    }
  }
  return scopes
    .flatMap((scope) => [...scope.querySelectorAll<HTMLElement>(selector)])
    .filter((element) => (element.textContent ?? "").includes(words));
}

/** A page as a person uses it: what is visible, and input by pointer and keyboard. */
export class Tab {
  readonly #remote: Remote;

  constructor(remote: Remote) {
    this.#remote = remote;
  }

  /** The texts of visible elements. */
  async texts(selector: string): Promise<string[]> {
    const texts = `.filter((e) => e.checkVisibility()).map((e) => e.innerText ?? e.textContent)`;
    return (await this.#evaluate(selector, "", texts)) as string[];
  }

  /** The marks in the viewer: the text of each, and the text underneath its rectangles. */
  async marks(selector: string): Promise<{ text: string; under: string }[]> {
    const marks = `.map((mark) => {
      const spans = [...(mark.closest(".sheet")?.querySelectorAll(".text span") ?? [])];
      const under = [...mark.children].flatMap((box) => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return spans.filter((span) => {
          const area = span.getBoundingClientRect();
          return area.left <= x && area.right >= x && area.top <= y && area.bottom >= y;
        });
      });
      const said = under.map((span) => span.textContent).join(" ");
      return { text: mark.dataset.text, under: said };
    })`;
    return (await this.#evaluate(selector, "", marks)) as { text: string; under: string }[];
  }

  /** True if the page as a whole can be scrolled in any direction. */
  async scrolls(): Promise<boolean> {
    const scrolls = `(({ scrollHeight, scrollWidth }) =>
      scrollHeight > innerHeight || scrollWidth > innerWidth)(document.documentElement)`;
    return (await this.#remote.evaluate(scrolls)) as boolean;
  }

  /** The value of a field; null if there is no such field. */
  async value(selector: string): Promise<string | null> {
    return (await this.#evaluate(selector, "", "[0]?.value ?? null")) as string | null;
  }

  /** Waits until something is visible. */
  async see(selector: string, words = ""): Promise<void> {
    const found = await this.#until(async () =>
      this.#evaluate(selector, words, ".some((e) => e.checkVisibility())"),
    );
    if (!found) throw new Error(`Not seen: ${selector} ${words}\n${await this.#shown()}`);
  }

  /** Waits until something is no longer visible. */
  async loseSightOf(selector: string, words = ""): Promise<void> {
    const gone = await this.#until(async () =>
      this.#evaluate(selector, words, ".every((e) => !e.checkVisibility())"),
    );
    if (!gone) throw new Error(`Still seen: ${selector} ${words}\n${await this.#shown()}`);
  }

  /** Clicks with the pointer in the middle of the first visible match. */
  async click(selector: string, words = ""): Promise<void> {
    await this.see(selector, words);
    // It may still be moving, so only an element that stays put for two frames and lies on top is
    // clicked.
    const middle = `.filter((e) => e.checkVisibility()).slice(0, 1).map(async (e) => {
      e.scrollIntoView({ block: "nearest" });
      const place = () => {
        const { left, top, width, height } = e.getBoundingClientRect();
        return [Math.round(left + width / 2), Math.round(top + height / 2)];
      };
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const before = place();
      await frame();
      await frame();
      const [x, y] = place();
      let top = document.elementFromPoint(x, y);
      for (let root = top?.shadowRoot; root; root = top?.shadowRoot) {
        const inner = root.elementFromPoint(x, y);
        if (!inner || inner === top) break;
        top = inner;
      }
      return x === before[0] && y === before[1] && (e === top || e.contains(top)) ? [x, y] : null;
    })[0]`;
    const place = (await this.#until(() => this.#evaluate(selector, words, middle))) as
      | [number, number]
      | null;
    if (!place) throw new Error(`Cannot be clicked: ${selector} ${words}\n${await this.#shown()}`);
    const [x, y] = place;
    await this.#remote.act([
      {
        type: "pointer",
        id: "mouse",
        actions: [
          { type: "pointerMove", x, y, duration: 0 },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ]);
  }

  /** Clicks into a field, and replaces its text by typing. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.#evaluate(selector, "", "[0].select() ?? null");
    await this.type(text);
    const typed = await this.#until(async () => (await this.value(selector)) === text);
    if (!typed) throw new Error(`${selector} has “${await this.value(selector)}” in it.`);
  }

  /** Types one key after the other. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#remote.act([{ type: "key", id: "keyboard", actions }]);
  }

  /** Chooses files, as in the browser's dialog. */
  async choose(selector: string, ...files: string[]): Promise<void> {
    const found = await this.#until(() => this.#evaluate(selector, "", ".length > 0"));
    if (!found) throw new Error(`There is no ${selector}.`);
    await this.#remote.setFiles(`(${findAll})(${JSON.stringify(selector)}, "")[0]`, files);
  }

  #evaluate(selector: string, words: string, then: string): Promise<unknown> {
    const found = `(${findAll})(${JSON.stringify(selector)}, ${JSON.stringify(words)})`;
    return this.#remote.evaluate(found + then);
  }

  /** Repeats a question until the answer is truthy or time runs out. */
  async #until(ask: () => Promise<unknown>): Promise<unknown> {
    const deadline = Date.now() + patience;
    for (;;) {
      const answer = await ask();
      if (answer || Date.now() > deadline) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #shown(): Promise<string> {
    const texts = await this.texts("page-hound, .app");
    return [...texts, ...this.#remote.complaints].join("\n");
  }
}
