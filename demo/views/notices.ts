import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { App } from "../app.js";
import { icon } from "../icons.js";
import type { Notice, NoticeItem } from "../notices.js";

/** What went wrong or was left undone, until it is dismissed. */
export function noticesView(app: App): TemplateResult {
  return html`
    <div class="notices" role="region" aria-label="Notices" aria-live="polite">
      ${repeat(
        app.notices.list,
        ({ id }) => id,
        (notice) => noticeView(app, notice),
      )}
    </div>
  `;
}

function noticeView(app: App, notice: Notice): TemplateResult {
  const { id, items, action } = notice;
  const title = notice.title(items.length);
  return html`
    <section class="notice" aria-label=${title}>
      ${icon("warning")}
      <div class="notice-body">
        <p class="notice-title">${title}</p>
        ${items.length > 0 ? html`<ul>${items.map((item) => itemView(app, notice, item))}</ul>` : nothing}
        ${
          action
            ? html`<button
                class="link"
                type="button"
                @click=${() => {
                  app.notices.dismiss(id);
                  action.run();
                }}
              >${action.label}</button>`
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

function itemView(app: App, notice: Notice, { name, message, locked }: NoticeItem): TemplateResult {
  // Most messages name the file themselves; saying it twice would only be noise.
  const named = message.includes(name.slice(name.lastIndexOf("/") + 1));
  const unlock = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    if (!(form instanceof HTMLFormElement) || !locked) return;
    const password = new FormData(form).get("password");
    if (typeof password === "string" && password !== "") app.unlock(notice.id, locked, password);
  };
  return html`
    <li>
      ${named ? nothing : html`<span class="notice-name">${name}</span>`} ${message}
      ${
        locked
          ? html`<form class="unlock" @submit=${unlock}>
              <input
                name="password"
                type="password"
                autocomplete="off"
                placeholder="Password"
                aria-label=${`Password of ${name}`}
              ><button class="button" type="submit">Open</button>
            </form>`
          : nothing
      }
    </li>
  `;
}
