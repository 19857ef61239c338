import { element, iconButton } from "./dom.js";
import type { ViewedDocument, ViewerPart, ViewerRoom } from "./opened-document.js";
import { type OutlineItem, OutlineTree, outlineOf } from "./outline-tree.js";

import { Thumbnails } from "./thumbnails.js";

type TabName = "outline" | "pages";

/** The panel beside the pages: outline and thumbnails. Over the pages where there is little room. */
export class SidePanel implements ViewerPart {
  readonly element: HTMLElement;
  readonly #room: ViewerRoom;
  readonly #close: () => void;
  readonly #tree: OutlineTree;
  readonly #thumbnails: Thumbnails;
  readonly #tabs: Readonly<Record<TabName, HTMLButtonElement>>;
  readonly #views: Readonly<Record<TabName, HTMLElement>>;
  readonly #remark: HTMLElement = element("p", { class: "panel-remark", hidden: "" });
  #opened: ViewedDocument | null = null;
  #loading: AbortController | null = null;
  #tab: TabName = "outline";
  #page = 1;

  constructor(room: ViewerRoom, close: () => void) {
    this.#room = room;
    this.#close = close;
    room.addStyles(panelStyles);
    const { strings } = room;
    const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 32;
    this.#tree = new OutlineTree(strings.outline, rowHeight, (item) => void this.#goToItem(item));
    this.#thumbnails = new Thumbnails(strings, (page) => this.#goTo(page));
    this.#tabs = {
      outline: this.#tabButton("outline", strings.outline),
      pages: this.#tabButton("pages", strings.thumbnails),
    };
    this.#views = {
      outline: tabView("outline", this.#remark, this.#tree.element),
      pages: tabView("pages", this.#thumbnails.element),
    };
    const tabs = element(
      "div",
      { class: "tabs", role: "tablist", "aria-label": strings.panel },
      ...Object.values(this.#tabs),
    );
    tabs.addEventListener("keydown", (event) => this.#onTabKey(event));
    this.element = element(
      "section",
      { class: "panel", "aria-label": strings.panel },
      element("div", { class: "panel-head" }, tabs, iconButton("close", strings.panelClose, close)),
      ...Object.values(this.#views),
    );
    this.#choose("outline");
  }

  show(opened: ViewedDocument | null): void {
    if (this.#opened === opened) return;
    this.#loading?.abort();
    this.#opened = opened;
    this.#tree.fill([]);
    const hasPages = opened?.file !== null && opened !== null;
    this.#tabs.pages.hidden = !hasPages;
    this.#choose(hasPages ? this.#tab : "outline");
    if (opened) void this.#load(opened);
  }

  atPage(page: number): void {
    this.#page = page;
    this.#tree.atPage(page);
    if (this.#tab === "pages") this.#thumbnails.atPage(page);
  }

  focus(): void {
    const list = this.#tab === "pages" ? this.#thumbnails.element : this.#tree.element;
    if (list.hidden) this.#tabs[this.#tab].focus();
    else list.focus({ preventScroll: true });
  }

  rest(): void {
    this.#thumbnails.fill(null);
    this.#loading?.abort();
    this.#opened = null;
  }

  async #load(opened: ViewedDocument): Promise<void> {
    const loading = new AbortController();
    this.#loading = loading;
    const { strings } = this.#room;
    this.#say(strings.loading);
    try {
      const items = await outlineOf(opened, loading.signal);
      if (loading.signal.aborted) return;
      const waiting = this.#tabs.outline.matches(":focus");
      this.#say(items.length === 0 ? strings.outlineEmpty : null);
      this.#tree.fill(items);
      this.#tree.atPage(this.#page);
      if (waiting && items.length > 0 && this.#tab === "outline") this.focus();
    } catch {
      if (!loading.signal.aborted) this.#say(strings.partFailed);
    }
  }

  #say(remark: string | null): void {
    this.#remark.hidden = remark === null;
    this.#remark.textContent = remark;
    this.#tree.element.hidden = remark !== null;
  }

  #choose(name: TabName): void {
    this.#tab = name;
    for (const each of ["outline", "pages"] as const) {
      this.#tabs[each].setAttribute("aria-selected", String(each === name));
      this.#tabs[each].tabIndex = each === name ? 0 : -1;
      this.#views[each].hidden = each !== name;
    }
    this.#thumbnails.fill(name === "pages" ? this.#opened : null);
    this.atPage(this.#page);
  }

  #tabButton(name: TabName, label: string): HTMLButtonElement {
    const attributes = { type: "button", role: "tab", class: "tab", id: `tab-${name}` };
    const button = element("button", { ...attributes, "aria-controls": `view-${name}` }, label);
    button.addEventListener("click", () => this.#choose(name));
    return button;
  }

  #onTabKey(event: KeyboardEvent): void {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const name = this.#tab === "outline" ? "pages" : "outline";
    if (this.#tabs[name].hidden) return;
    this.#choose(name);
    this.#tabs[name].focus();
  }

  async #goToItem(item: OutlineItem): Promise<void> {
    if (item.page === null) return;
    const { signal } = this.#loading ?? new AbortController();
    const { scroller } = this.#room;
    scroller.goTo(item.page);
    const below = await item.below(signal).catch(() => null);
    if (below !== null && scroller.page === item.page) scroller.goTo(item.page, below);
    this.#giveWay();
  }

  #goTo(page: number): void {
    this.#room.scroller.goTo(page);
    this.#giveWay();
  }

  /** Where the panel lies over the pages, it makes way for the one that was chosen. */
  #giveWay(): void {
    const place = this.element.parentElement;
    if (!place || getComputedStyle(place).position !== "absolute") return;
    this.#close();
    this.#room.scroller.element.focus({ preventScroll: true });
  }
}

function tabView(name: TabName, ...content: Node[]): HTMLElement {
  const attributes = { class: "tab-view", role: "tabpanel", id: `view-${name}` };
  return element("div", { ...attributes, "aria-labelledby": `tab-${name}` }, ...content);
}

/** Styles of the panel beside the pages. */
const panelStyles = `
.panel { display: flex; flex-direction: column; block-size: 100%; background: var(--surface); }
.panel-head { display: flex; align-items: center; gap: 8px; padding: 4px 8px; border-block-end: 1px solid var(--line); }
.tabs { display: flex; flex: 1; gap: 4px; min-inline-size: 0; }
.tab { inline-size: auto; padding-inline: 10px; color: var(--muted); font-weight: 500; }
.tab[aria-selected="true"] { color: var(--text); background: var(--hover); }
.tab-view { display: flex; flex: 1; min-block-size: 0; flex-direction: column; }
.panel-remark { margin: 16px; color: var(--muted); }
.rows { flex: 1; min-block-size: 0; overflow: hidden auto; overscroll-behavior: contain; padding: 4px; }
.rows:focus-visible { outline-offset: -2px; }
.row-space { position: relative; }
.row-space > * { position: absolute; cursor: pointer; }
.outline-row { display: flex; align-items: center; block-size: var(--target); padding-inline: calc(2px + var(--depth) * 14px) 8px;
  border-radius: calc(0.75 * var(--corner)); }
.outline-row:hover { background: var(--hover); }
.outline-row[aria-current] { color: var(--accent); font-weight: 600; }
.rows:focus-visible [data-active] { outline: 2px solid var(--accent); outline-offset: -2px; }
.twist { display: grid; flex: none; place-items: center; inline-size: 20px; align-self: stretch; color: var(--muted); }
.twist svg { inline-size: 16px; block-size: 16px; }
[aria-expanded="true"] > .twist svg { rotate: 90deg; }
[aria-expanded="true"]:dir(rtl) > .twist svg { rotate: -90deg; }
.outline-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 1; text-align: left; }
.outline-row:dir(rtl) > .outline-text { text-align: right; }
.thumb { display: flex; flex-direction: column; align-items: center; gap: 4px; block-size: 168px; padding: 8px 4px 4px;
  border-radius: var(--corner); }
.thumb:hover { background: var(--hover); }
.thumb-frame { display: grid; place-items: end center; block-size: 124px; }
.thumb canvas { position: static; background: #fff; box-shadow: 0 0 0 1px var(--line); border-radius: calc(var(--corner) / 4); }
.thumb-frame:empty::after { content: ""; inline-size: 88px; block-size: 124px; border-radius: calc(var(--corner) / 4); background: #fff;
  box-shadow: 0 0 0 1px var(--line); }
.thumb-label { max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--muted);
  font-variant-numeric: tabular-nums; }
.thumb[aria-selected="true"] :is(canvas, .thumb-frame:empty::after) { box-shadow: 0 0 0 2px var(--accent); }
.thumb[aria-selected="true"] .thumb-label { color: var(--accent); font-weight: 600; }
@media (forced-colors: active) {
  .outline-row[aria-current], .thumb[aria-selected="true"] { color: Highlight; }
  .tab[aria-selected="true"] { border: 1px solid CanvasText; }
}
@media not (prefers-reduced-motion: reduce) { .twist svg { transition: rotate 120ms; } }
`;
