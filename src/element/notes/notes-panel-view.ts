import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import {
  type DocumentSummary,
  type FoundPlace,
  fileName,
  type Note,
  noteColors,
  oneLine,
  usualNoteColor,
} from "../../core/index.js";
import { type CitationForm, citationForms, quoteOfNote } from "../../notes/index.js";
import { apart } from "../ask/turn.js";
import { noteWords } from "../i18n/english/notes.js";
import { viewerWords } from "../i18n/english/viewer.js";
import { addEnglish } from "../i18n/english.js";
import { filterInput } from "../shell/filter-input.js";
import { type Drawn, icon, iconButton, isolated } from "../shell/view-parts.js";
import { namedNote, placesOfNote, unitOf } from "./note-places.js";
import type { NotesFeature } from "./notes-feature.js";

addEnglish(noteWords);
addEnglish(viewerWords);

/** Maximum number of characters of a passage that the list quotes. */
const shownOfQuote = 300;

const formNames: Readonly<Record<CitationForm, string>> = {
  bibtex: "BibTeX",
  ris: "RIS",
  "csl-json": "CSL-JSON",
};

/** The list of notes on one document or all, with search, and buttons to open, delete and save. */
export function notesPanelBody(feature: NotesFeature): TemplateResult {
  const { all, listed, shell, shown } = feature;
  const { t } = shell.words;
  const answers = listed.filter(({ question }) => question !== null);
  const others = listed.filter(({ question }) => question === null);
  const some = [...others, ...answers].slice(0, shown);
  return html`
    <div class="notes">
      ${toolsView(feature)} ${undoView(feature)}
      ${
        all === null
          ? nothing
          : listed.length === 0
            ? html`<p class="quiet">${
                all.length > 0 && (feature.filter !== "" || feature.onlyColor !== null)
                  ? t("notes.none")
                  : html`${t("notes.empty")} <span class="with-pointer">${t("notes.empty.key")}</span>`
              }</p>`
            : html`<p class="quiet" role="status">${t("notes.count", { count: listed.length })}</p>`
      }
      ${byDocument(some).map(
        ([path, notes]) => html`<section aria-label=${path ?? t("notes.answers")}>
          <h3>${path === null ? t("notes.answers") : html`<bdi title=${path}>${fileName(path)}</bdi>`}</h3>
          <ul class="note-list">${repeat(
            notes,
            ({ id }) => id,
            (note) =>
              note.question === null ? noteView(feature, note) : answerView(feature, note),
          )}</ul>
        </section>`,
      )}
      ${
        listed.length > shown
          ? html`<button class="button" type="button" @click=${() => feature.showMore()}>${t("notes.more")}</button>`
          : nothing
      }
    </div>
  `;
}

/** Groups notes by document, in the order of their first notes; saved answers have the key null. */
function byDocument(notes: readonly Note[]): [path: string | null, notes: Note[]][] {
  const groups = new Map<string | null, Note[]>();
  for (const note of notes) {
    const path = note.question === null ? (note.places[0]?.path ?? "") : null;
    const group = groups.get(path);
    if (group) group.push(note);
    else groups.set(path, [note]);
  }
  return [...groups];
}

function toolsView(feature: NotesFeature): TemplateResult {
  const { about, documents, shell } = feature;
  const { t } = shell.words;
  const { page } = shell;
  const opened = page && !page.source ? page.document : null;
  const scope = documents.list.get(about ?? "") ?? opened;
  const document = about === null ? null : scope;
  return html`
    <div class="notes-tools">
      ${
        scope
          ? html`<label class="notes-field">
              <span class="unseen">${t("notes.scope")}</span>
              <select @change=${({ target }: Event) => {
                if (!(target instanceof HTMLSelectElement)) return;
                feature.about = target.value === "all" ? null : scope.id;
                shell.changed();
              }}>
                <option value="all" ?selected=${about === null}>${t("notes.scope.all")}</option>
                <option value="one" ?selected=${about !== null}>${fileName(scope.path)}</option>
              </select>
            </label>`
          : nothing
      }
      <label class="notes-field">
        <span class="unseen">${t("viewer.color")}</span>
        <select @change=${({ target }: Event) => {
          if (!(target instanceof HTMLSelectElement)) return;
          feature.onlyColor = noteColors.find((color) => color === target.value) ?? null;
          shell.changed();
        }}>
          <option value="" ?selected=${feature.onlyColor === null}>${t("notes.colors")}</option>
          ${noteColors.map(
            (color) =>
              html`<option value=${color} ?selected=${feature.onlyColor === color}>${t(`viewer.color.${color}`)}</option>`,
          )}
        </select>
      </label>
      <label class="notes-field notes-search">
        <span class="unseen">${t("notes.search")}</span>
        ${filterInput(shell, feature, t("notes.search"))}
      </label>
    </div>
    <p class="notes-actions">
      ${
        document && document.id === opened?.id
          ? html`<button class="button" type="button" @click=${() => void feature.addToPage()}>${icon("add")}${addWords(feature, document)}</button>`
          : nothing
      }
      ${
        feature.listed.length > 0
          ? html`<button class="button" type="button" @click=${() => void feature.save("markdown")}>${icon("save")}${t("notes.save.markdown")}</button>
              ${
                document?.format === "pdf"
                  ? html`<button class="button" id="save-notes-pdf" type="button" aria-disabled=${feature.writing ? "true" : "false"} @click=${() => void feature.save("pdf")}>${icon("save")}${t("notes.save.pdf")}</button>`
                  : nothing
              }`
          : nothing
      }
    </p>
    ${writingView(feature)} ${document ? citationView(feature) : nothing}
  `;
}

/** “Add a note to page 3”; “Add a note” to a text in one piece. */
function addWords({ documents, shell }: NotesFeature, { id, path }: DocumentSummary): string {
  const { page } = documents.opening.pane;
  const unit = unitOf(documents.list, { document: id, path });
  if (unit === null) return shell.words.t("notes.add");
  return shell.words.t("notes.add.to", { place: shell.words.place(unit, page, null) });
}

/** The progress of writing a copy of a PDF, with a button to stop. */
function writingView({ shell: { words }, writing }: NotesFeature): Drawn {
  if (!writing) return nothing;
  const { name, progress, stop } = writing;
  const { done = 0, total = 0, step } = progress ?? {};
  const text =
    step === "placing"
      ? words.t("notes.writing.placing", { name, done, count: total })
      : words.t("notes.writing", { name });
  return html`<div class="notes-writing">
    <p dir="auto">${text}</p>
    <button class="button" type="button" aria-label=${words.t("notes.writing.cancel", { name })} @click=${stop}>${words.t("common.cancel")}</button>
    ${
      step === "placing"
        ? html`<progress aria-label=${text} max=${Math.max(1, total)} .value=${done}></progress>`
        : html`<progress aria-label=${text}></progress>`
    }
  </div>`;
}

function citationView(feature: NotesFeature): TemplateResult {
  const { t } = feature.shell.words;
  return html`<p class="notes-cite">
    <span>${t("notes.cite")}</span>
    ${citationForms.map(
      (form) => html`<button
        class="link"
        type="button"
        aria-label=${t("notes.cite.about", { form: formNames[form] })}
        @click=${() => void feature.cite(form)}
      >${formNames[form]}</button>`,
    )}
  </p>`;
}

function undoView(feature: NotesFeature): Drawn {
  const { removed, shell } = feature;
  if (!removed) return nothing;
  return html`<p class="notes-undo">
    <span>${shell.words.t("notes.deleted")}</span>
    <button class="link" type="button" @click=${(event: Event) => {
      focusSearch(event);
      void feature.undo();
    }}>${shell.words.t("common.undo")}</button>
  </p>`;
}

/** A highlight, or a note on a passage or a page. */
function noteView(feature: NotesFeature, note: Note): Drawn {
  const { words } = feature.shell;
  const [first] = note.places;
  if (!first) return nothing;
  const { list } = feature.documents;
  const where = placesOfNote(words, list, note);
  const { color = usualNoteColor } = note;
  const quote = quoteOfNote(note, shownOfQuote);
  const place = note.places.find(({ state }) => state === "found") ?? first;
  const missing = note.places.find(({ state }) => state !== "found") ?? first;
  const content = html`
    ${quote === "" ? nothing : html`<span class="note-quote" dir="auto" data-color=${color}>${quote}</span>`}
    ${note.text === "" ? nothing : html`<span class="note-text" dir="auto">${note.text}</span>`}
    <span class="quiet">${apart([where, words.t(`viewer.color.${color}`), stateWords(feature, missing)])}</span>
  `;
  return html`<li>
    ${
      place.state === "found"
        ? html`<button class="note-open" type="button" @click=${() => feature.open(place)}>${content}</button>`
        : html`<div class="note-open">${content}</div>`
    }
    ${deleteButton(feature, note, namedNote(words, list, note))}
  </li>`;
}

/** A saved answer with the places it cites. */
function answerView(feature: NotesFeature, note: Note): TemplateResult {
  const { words } = feature.shell;
  return html`<li>
    <div class="note-open">
      <strong dir="auto">${note.question}</strong>
      <span class="note-text" dir="auto">${note.text}</span>
      <ol class="note-places">
        ${note.places.map((place) => {
          const unit = unitOf(feature.documents.list, place);
          const document = fileName(place.path);
          const where =
            unit === null
              ? document
              : words.t("notes.source", { document, place: words.place(unit, place.page, null) });
          return html`<li>${
            place.state === "found"
              ? html`<button class="link" type="button" @click=${() => feature.open(place)}>${isolated(where)}</button>`
              : html`<span class="quiet">${isolated(where)} · ${stateWords(feature, place)}</span>`
          }</li>`;
        })}
      </ol>
    </div>
    ${deleteButton(feature, note, oneLine(note.question ?? "", 80))}
  </li>`;
}

function stateWords({ shell }: NotesFeature, { state }: FoundPlace): string {
  return state === "found" ? "" : shell.words.t(`notes.${state}`);
}

function deleteButton(feature: NotesFeature, { id }: Note, place: string): TemplateResult {
  const label = feature.shell.words.t("notes.delete.about", { place });
  return iconButton("remove", label, (event) => {
    // The button disappears with its note.
    focusSearch(event);
    void feature.remove(id);
  });
}

function focusSearch({ currentTarget }: Event): void {
  if (!(currentTarget instanceof Element)) return;
  currentTarget.closest(".notes")?.querySelector<HTMLElement>("input[type=search]")?.focus();
}
