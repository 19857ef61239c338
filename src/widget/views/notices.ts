import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { fileName } from "../state/document-names.js";
import { icon } from "../state/icons.js";
import type { Notice, NoticeItem } from "../state/notices.js";
import type { Words } from "../strings/words.js";
import { isolated } from "./isolated.js";
import { passwordNotice } from "./password-notice.js";
import { roomNotice } from "./room-notice.js";

/** Whether there is any notice. */
export function hasNotices({ notices, ingest, room }: App): boolean {
  return notices.list.length + ingest.passwords.noticed.length + room.files.length > 0;
}

/** What is asked, what went wrong and what was left undone, until it is dealt with. */
export function noticesView(app: App): TemplateResult {
  const { words } = app;
  return html`
    <div class="notices" role="region" aria-label=${words.t("widget.notices")} aria-live="polite">
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
  const { words } = app;
  const dismiss = words.t("widget.notices.dismiss");
  return html`
    <section class="notice" aria-label=${title}>
      ${icon(name)}
      <div class="notice-body">
        <p class="notice-title">${title}</p>
        ${items.length > 0 ? html`<ul>${items.map((item) => itemView(words, item))}</ul>` : nothing}
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
        aria-label=${dismiss}
        title=${dismiss}
        @click=${() => app.notices.dismiss(id)}
      >${icon("close")}</button>
    </section>
  `;
}

function itemView(
  words: Words,
  { name = "", message, more = [], moreAreNames = false }: NoticeItem,
): TemplateResult {
  // Most messages name the file themselves; saying it twice would only be noise.
  const named = name === "" || message.includes(fileName(name));
  return html`
    <li>
      ${
        named
          ? message
          : words.parts("documents.report.named", {
              name: html`<bdi class="notice-name">${name}</bdi>`,
              message,
            })
      }
      ${
        more.length > 0
          ? html`<details>
              <summary>${words.t("widget.notices.show", { count: more.length })}</summary>
              <ul tabindex="0" aria-label=${message}>${more.map(
                (line) => html`<li>${moreAreNames ? isolated(line) : line}</li>`,
              )}</ul>
            </details>`
          : nothing
      }
    </li>
  `;
}
