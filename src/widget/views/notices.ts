import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { Notice, NoticeItem } from "../state/notices.js";
import { count, fileName } from "../state/words.js";
import { passwordNotice } from "./password-notice.js";
import { roomNotice } from "./room-notice.js";

/** Whether there is any notice. */
export function hasNotices({ notices, ingest, room }: App): boolean {
  return notices.list.length + ingest.passwords.noticed.length + room.files.length > 0;
}

/** What is asked, what went wrong and what was left undone, until it is dealt with. */
export function noticesView(app: App): TemplateResult {
  return html`
    <div class="notices" role="region" aria-label="Notices" aria-live="polite">
      ${passwordNotice(app)} ${roomNotice(app)}
      ${repeat(
        app.notices.list,
        ({ id }) => id,
        (notice) => noticeView(app, notice),
      )}
    </div>
  `;
}

function noticeView(app: App, { id, title, items, actions, icon: name }: Notice): TemplateResult {
  return html`
    <section class="notice" aria-label=${title}>
      ${icon(name)}
      <div class="notice-body">
        <p class="notice-title">${title}</p>
        ${items.length > 0 ? html`<ul>${items.map(itemView)}</ul>` : nothing}
        ${
          actions.length > 0
            ? html`<p class="notice-actions">${actions.map(
                ({ label, run }) => html`<button
                  class="link"
                  type="button"
                  @click=${() => {
                    app.notices.dismiss(id);
                    run();
                  }}
                >${label}</button>`,
              )}</p>`
            : nothing
        }
      </div>
      <button
        class="icon-button"
        type="button"
        aria-label="Dismiss"
        title="Dismiss"
        @click=${() => app.notices.dismiss(id)}
      >${icon("close")}</button>
    </section>
  `;
}

function itemView({ name = "", message, more = [] }: NoticeItem): TemplateResult {
  // Most messages name the file themselves; saying it twice would only be noise.
  const named = name === "" || message.includes(fileName(name));
  return html`
    <li>
      ${named ? nothing : html`<span class="notice-name">${name}</span>`} ${message}
      ${
        more.length > 0
          ? html`<details>
              <summary>Show ${more.length === 1 ? "it" : `all ${count(more.length)}`}</summary>
              <ul tabindex="0" aria-label=${message}>${more.map((line) => html`<li>${line}</li>`)}</ul>
            </details>`
          : nothing
      }
    </li>
  `;
}
