import { ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { type DocumentSummary, fileName, oncePer } from "../../core/index.js";
import type { ExtractionGuide } from "../../search/index.js";
import type { AskFeature } from "../ask/ask-feature.js";
import type { Shell } from "../shell/shell.js";
import { closeDialog, type Drawn, isolated } from "../shell/view-parts.js";

/** The number of documents whose guides are listed at first. */
const listedAtFirst = 20;

/** The guides and examples learned from answered questions, as of when the settings were opened. */
class Learned {
  /** Null until it is read. */
  guides: readonly ExtractionGuide[] | null = null;
  /** Questions that are stored as examples of what tools are for. */
  toolQuestions = 0;
  learning = true;
  /** Guides deleted since the settings were opened, which can be restored. */
  removed: ReadonlySet<string> = new Set();
  /** The guide whose text is being edited. */
  edited: string | null = null;
  /** Sources that are expanded. */
  readonly unfolded: Set<string> = new Set();
  allListed = false;
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Reads the guides when their element is drawn, and forgets them when it is removed. */
  readonly shown = (place?: Element): void => {
    if (place) void this.#shell.attempt(() => this.#read());
    else this.#forget();
  };

  async setLearning(on: boolean): Promise<void> {
    this.learning = on;
    await (await this.#shell.library).guides.setLearning(on);
    this.#shell.changed();
  }

  /** Changes the text of a guide; an empty one deletes it. */
  async write(guide: ExtractionGuide, text: string): Promise<void> {
    const { id } = guide;
    this.edited = null;
    if (text.trim() === "") return this.remove([guide]);
    if (text.trim() !== guide.text) {
      const { guides } = await this.#shell.library;
      await guides.edit(id, text);
      const others = await guides.list();
      const now = others.find((one) => one.id === id) ?? guide;
      this.guides = this.guides?.map((one) => (one.id === id ? now : one)) ?? null;
    }
    this.#shell.changed();
  }

  /** Deletes guides, which can be restored while the settings are open. */
  async remove(guides: readonly ExtractionGuide[]): Promise<void> {
    const ids = guides.map(({ id }) => id);
    await (await this.#shell.library).guides.remove(ids);
    this.removed = new Set([...this.removed, ...ids]);
    this.#shell.changed();
    const { surface, words } = this.#shell;
    surface.announce(words.t("settings.guides.deleted", { count: ids.length }));
  }

  async restore(guides: readonly ExtractionGuide[]): Promise<void> {
    await (await this.#shell.library).guides.restore(guides);
    const ids = new Set(guides.map(({ id }) => id));
    this.removed = new Set([...this.removed].filter((id) => !ids.has(id)));
    this.#shell.changed();
    const { surface, words } = this.#shell;
    surface.announce(words.t("settings.guides.back", { count: guides.length }));
  }

  async forgetTools(): Promise<void> {
    await (await this.#shell.library).toolExamples.forget();
    this.toolQuestions = 0;
    this.#shell.changed();
    this.#shell.surface.announce(this.#shell.words.t("settings.tools.forgotten"));
  }

  async #read(): Promise<void> {
    const { guides, toolExamples } = await this.#shell.library;
    const examples = await toolExamples.list();
    this.toolQuestions = new Set(examples.flatMap(({ questions }) => questions)).size;
    this.learning = await guides.learning();
    this.guides = await guides.list();
    this.#shell.changed();
  }

  #forget(): void {
    this.guides = null;
    this.edited = null;
    this.removed = new Set();
    this.unfolded.clear();
    this.allListed = false;
  }
}

const learnedBy = oncePer((shell: Shell) => new Learned(shell));

/**
 * The guides learned from answers, which note where these were found in documents, and examples of
 * what tools are for.
 */
export function learnedPart(feature: AskFeature): TemplateResult {
  const { shell } = feature;
  const learned = learnedBy(shell);
  return html`
    <section class="guides" aria-labelledby="guides-title" ${ref(learned.shown)}>
      ${guidesView(feature, learned)}
    </section>
    ${toolsView(shell, learned)}
  `;
}

/** The number of guides about documents. */
export function learnedFrom({ shell }: AskFeature): number {
  const { guides, removed } = learnedBy(shell);
  return guides?.filter(({ id }) => !removed.has(id)).length ?? 0;
}

function guidesView(feature: AskFeature, learned: Learned): TemplateResult {
  const { documents, shell } = feature;
  const { words } = shell;
  const { guides, learning, removed } = learned;
  const sources = sourcesOf(guides ?? [], documents.list.all);
  const listed = learned.allListed ? sources : sources.slice(0, listedAtFirst);
  const all = sources.flatMap((source) => source.guides);
  const left = all.filter(({ id }) => !removed.has(id));
  return html`
    <h3 id="guides-title">${words.t("settings.guides")}</h3>
    <p>${words.t("settings.guides.about")}</p>
    <label class="choice">
      <input
        type="checkbox"
        .checked=${learning}
        ?disabled=${guides === null}
        @change=${({ currentTarget: box }: Event) => {
          if (!(box instanceof HTMLInputElement)) return;
          void shell.attempt(() => learned.setLearning(box.checked));
        }}
      ><span>${words.t("settings.guides.learn")}</span>
    </label>
    ${guides !== null && all.length === 0 ? html`<p class="quiet">${words.t("settings.guides.none")}</p>` : nothing}
    ${repeat(
      listed,
      ({ document }) => document.id,
      (source) => sourceView(feature, learned, source, sources.length === 1),
    )}
    ${
      listed.length < sources.length
        ? html`<button class="link" type="button" @click=${() => {
            learned.allListed = true;
            shell.changed();
            const next = `.guide-source:nth-of-type(${listed.length + 1}) summary`;
            requestAnimationFrame(() => shell.surface.find(next)?.focus());
          }}>${words.t("settings.guides.more", { count: sources.length - listed.length })}</button>`
        : nothing
    }
    ${
      all.length < 2
        ? nothing
        : html`<button
            class="button"
            type="button"
            @click=${() =>
              void shell.attempt(() =>
                left.length > 0 ? learned.remove(left) : learned.restore(all),
              )}
          >${words.t(left.length > 0 ? "settings.guides.deleteAll" : "settings.guides.undoAll", {
            count: left.length > 0 ? left.length : all.length,
          })}</button>`
    }
  `;
}

/** A document with the guides learned about it. */
interface LearnedSource {
  readonly document: DocumentSummary;
  readonly guides: readonly ExtractionGuide[];
}

/**
 * Documents that are in the collection, the most recently learned from or used first; copies of a
 * document count as one.
 */
function sourcesOf(
  guides: readonly ExtractionGuide[],
  documents: readonly DocumentSummary[],
): LearnedSource[] {
  const byHash = Map.groupBy(guides, ({ source }) => source);
  const lastUse = (source: LearnedSource): number =>
    Math.max(...source.guides.map(({ usedAt }) => usedAt));
  const found = new Map<string, LearnedSource>();
  for (const document of documents) {
    const sourceGuides = byHash.get(document.hash);
    if (sourceGuides && !found.has(document.hash))
      found.set(document.hash, { document, guides: sourceGuides });
  }
  return [...found.values()].sort((one, other) => lastUse(other) - lastUse(one));
}

function sourceView(
  feature: AskFeature,
  learned: Learned,
  source: LearnedSource,
  isOnly: boolean,
): TemplateResult {
  const { words } = feature.shell;
  const { document, guides } = source;
  const { unfolded, removed } = learned;
  const count = guides.filter(({ id }) => !removed.has(id)).length;
  return html`<details
    class="guide-source"
    ?open=${isOnly || unfolded.has(document.hash)}
    @toggle=${({ currentTarget: details }: Event) => {
      if (!(details instanceof HTMLDetailsElement) || isOnly) return;
      if (details.open) unfolded.add(document.hash);
      else unfolded.delete(document.hash);
    }}
  >
    <summary>${isolated(fileName(document.path))} <span class="quiet">${words.t("settings.guides.count", { count })}</span></summary>
    <ul>${repeat(
      guides,
      ({ id }) => id,
      (guide, index) => guideView(feature, learned, { document, guide, at: index + 1 }),
    )}</ul>
  </details>`;
}

/** A guide of a document, and its position among them. */
interface ListedGuide {
  readonly document: DocumentSummary;
  readonly guide: ExtractionGuide;
  readonly at: number;
}

function guideView(feature: AskFeature, learned: Learned, listed: ListedGuide): TemplateResult {
  const { shell } = feature;
  const { words } = shell;
  const { document, guide, at } = listed;
  const { id } = guide;
  const isRemoved = learned.removed.has(id);
  const isEdited = learned.edited === id && !isRemoved;
  const about = { number: at, name: fileName(document.path) };
  const edit = (): void => {
    learned.edited = id;
    shell.changed();
    requestAnimationFrame(() => shell.surface.find(".guide textarea")?.focus());
  };
  // One button, which keeps the focus while its action changes.
  const remove = (): Promise<void> =>
    isRemoved ? learned.restore([guide]) : learned.remove([guide]);
  return html`<li class="guide" data-state=${isRemoved ? "deleted" : isEdited ? "edited" : "kept"}>
    ${isRemoved ? html`<p class="quiet">${words.t("settings.guides.deleted", { count: 1 })}</p>` : isEdited ? writingView(shell, learned, guide) : outcomeView(feature, listed)}
    <div class="guide-acts" ?hidden=${isEdited}>
      <button
        class="link guide-edit"
        type="button"
        ?hidden=${isRemoved}
        aria-label=${words.t("settings.guides.edit.name", about)}
        @click=${edit}
      >${words.t("settings.guides.edit")}</button>
      <button
        class="link"
        type="button"
        aria-label=${words.t(isRemoved ? "settings.guides.undo.name" : "settings.guides.delete.name", about)}
        @click=${() => void shell.attempt(remove)}
      >${words.t(isRemoved ? "common.undo" : "common.delete")}</button>
    </div>
  </li>`;
}

/** Where answers were found, in the interface's words; a person's own text is unchanged. */
function outcomeView(feature: AskFeature, { document, guide }: ListedGuide): TemplateResult {
  const { opening, shell } = feature;
  const { words } = shell;
  const { text, place, questions, ledTo, ledNowhere } = guide;
  const quote = (name: string): string => words.t("source.quote", { quote: name });
  const quoted = (name: string): TemplateResult => isolated(quote(name));
  const open = (page: number, event: Event): void => {
    // The document opens on the page, which a dialog covers.
    closeDialog(shell, "settings");
    opening.document(document, event, page);
  };
  const last = questions.at(-1);
  return html`
    ${
      place
        ? html`<p>
            ${place.heading === null ? nothing : html`${quoted(place.heading)} · `}
            <button class="link" type="button" @click=${(event: Event) => open(place.page, event)}>
              ${words.t("settings.guides.page", { page: place.page })}
            </button>
          </p>
          ${
            place.rows.length === 0
              ? nothing
              : html`<p>${words.parts("settings.guides.rows", {
                  rows: isolated(words.list(place.rows.map(quote))),
                })}</p>`
          }
          ${place.query === null ? nothing : html`<p>${words.parts("settings.guides.query", { query: quoted(place.query) })}</p>`}`
        : html`<p dir="auto">${text}</p>`
    }
    ${last === undefined ? nothing : html`<p class="quiet">${words.parts("settings.guides.asked", { question: quoted(last) })}</p>`}
    <p class="quiet">
      ${place ? nothing : `${words.t("settings.guides.yours")} `}${words.t("settings.guides.led", { count: ledTo })}
      ${isUseless(guide) ? words.t("settings.guides.faded", { count: ledNowhere }) : nothing}
    </p>
  `;
}

/** Whether the library ignores a guide: it failed more than twice, and more than it helped. */
function isUseless({ ledTo, ledNowhere }: ExtractionGuide): boolean {
  return ledNowhere > 2 && ledNowhere > ledTo;
}

function writingView(shell: Shell, learned: Learned, guide: ExtractionGuide): TemplateResult {
  const { surface, words } = shell;
  const back = (form: Element | null): void => {
    const row = form?.closest(".guide");
    requestAnimationFrame(() => {
      const next = row?.querySelector<HTMLElement>(".guide-acts button:not([hidden])");
      (next ?? surface.find(".guides summary"))?.focus();
    });
  };
  const cancel = (form: Element | null): void => {
    learned.edited = null;
    shell.changed();
    back(form);
  };
  const save = (form: HTMLFormElement): void =>
    void shell.attempt(async () => {
      await learned.write(guide, String(new FormData(form).get("text") ?? ""));
      back(form);
    });
  return html`<form
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement) save(event.currentTarget);
    }}
    @keydown=${(event: KeyboardEvent) => {
      const { currentTarget: form } = event;
      if (event.isComposing || !(form instanceof HTMLFormElement)) return;
      if (event.key === "Escape") {
        // The settings stay open.
        event.preventDefault();
        cancel(form);
      } else if (event.key === "Enter" && event.target instanceof HTMLTextAreaElement) {
        // A guide has one line.
        event.preventDefault();
        save(form);
      }
    }}
  >
    <label class="field">
      <span>${words.t("settings.guides.text")}</span>
      <textarea name="text" rows="3" maxlength="300" dir="auto" .value=${guide.text}></textarea>
    </label>
    <div class="guide-acts">
      <button class="button" type="submit">${words.t("settings.guides.save")}</button>
      <button class="link" type="button" @click=${({ currentTarget: button }: Event) => {
        if (button instanceof Element) cancel(button.closest("form"));
      }}>${words.t("common.cancel")}</button>
    </div>
  </form>`;
}

/** The questions that tools have learned from; nothing if there are none. */
function toolsView(shell: Shell, learned: Learned): Drawn {
  const { words } = shell;
  const { toolQuestions: count } = learned;
  if (count === 0) return nothing;
  const forget = (): void => void shell.attempt(() => learned.forgetTools());
  return html`
    <section>
      <h3>${words.t("settings.tools")}</h3>
      <p>${words.t("settings.tools.count", { count })}</p>
      <button class="button" type="button" @click=${forget}>${words.t("settings.tools.forget")}</button>
    </section>
  `;
}
