import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { parseUrl } from "../../core/paths.js";
import { toolWords } from "../i18n/english/tools.js";
import { addEnglish } from "../i18n/english.js";
import { originsOf } from "../models/endpoint-form.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import type { Shell } from "../shell/shell.js";
import { isolated } from "../shell/view-parts.js";
import styles from "./tool-servers.css?inline";
import type { KnownServer, ToolServers } from "./tool-servers.js";

addEnglish(toolWords);

/** Tool servers in the settings: which there are and how they are, signing in and out, adding one. */
export function toolServersPart(shell: Shell, servers: ToolServers): TemplateResult {
  const { setup, surface, words } = shell;
  adoptStyles(surface.root, styles);
  return html`
    <section class="tool-servers" aria-labelledby="tool-servers-title">
      <h3 id="tool-servers-title">${words.t("tools.title")}</h3>
      <p>${words.t("tools.about")}</p>
      ${
        servers.list.length === 0
          ? nothing
          : html`<ul aria-labelledby="tool-servers-title">${repeat(
              servers.list,
              ({ server }) => server,
              (known) => serverRow(shell, servers, known),
            )}</ul>`
      }
      ${setup.addsToolServers ? addView(shell, servers) : nothing}
    </section>
  `;
}

function serverRow(shell: Shell, servers: ToolServers, known: KnownServer): TemplateResult {
  const { server, options, added, state } = known;
  const { words } = shell;
  const { name } = server;
  const button = (label: string, about: string, press: () => unknown): TemplateResult =>
    html`<button class="link" type="button" aria-label=${about} @click=${() => void press()}>${label}</button>`;
  return html`<li class="tool-server" data-state=${state.kind}>
    <p><strong>${isolated(name)}</strong></p>
    <p class=${state.kind === "failed" ? "failed" : "quiet"} dir="auto">${stateWords(shell, known)}</p>
    ${options ? html`<p class="quiet">${words.t("tools.api", { host: (parseUrl(options.server ?? server.url, document.baseURI) ?? server.url).host })}</p>` : nothing}
    ${state.kind === "sign-in" ? signInView(shell, servers, known) : nothing}
    <div class="tool-server-acts">
      ${
        state.kind === "failed" || state.kind === "unasked"
          ? button(
              words.t(state.kind === "failed" ? "common.tryAgain" : "tools.connect"),
              words.t("tools.connect.name", { name }),
              () => servers.connect(known),
            )
          : nothing
      }
      ${
        "signedIn" in server && server.signedIn
          ? button(words.t("tools.signOut"), words.t("tools.signOut.name", { name }), () =>
              servers.signOut(known),
            )
          : nothing
      }
      ${
        added
          ? button(words.t("tools.remove"), words.t("tools.remove.name", { name }), () => {
              shell.surface.find('.tool-servers input[name="url"]')?.focus();
              return servers.remove(known);
            })
          : nothing
      }
    </div>
  </li>`;
}

function stateWords({ words }: Shell, { server, state }: KnownServer): string {
  switch (state.kind) {
    case "unasked":
      return words.t("tools.unasked");
    case "connecting":
      return words.t("tools.connecting");
    case "ready": {
      const count = words.t("tools.count", { count: server.tools.length });
      const { leftOut } = server;
      return leftOut === 0 ? count : `${count} ${words.t("tools.leftOut", { count: leftOut })}`;
    }
    default:
      return state.message;
  }
}

function signInView(
  { setup, words }: Shell,
  servers: ToolServers,
  known: KnownServer,
): TemplateResult | typeof nothing {
  if (!setup.signInPage) return nothing;
  const { name } = known.server;
  return html`
    <label class="choice">
      <input
        type="checkbox"
        .checked=${servers.keeps}
        @change=${({ currentTarget: box }: Event) => {
          if (box instanceof HTMLInputElement) servers.keeps = box.checked;
        }}
      ><span>${words.t("tools.keep")}</span>
    </label>
    <button class="button" type="button" aria-label=${words.t("tools.signIn.name", { name })} @click=${() => void servers.signIn(known)}>
      ${words.t("tools.signIn")}
    </button>
  `;
}

function addView({ setup, surface, words }: Shell, servers: ToolServers): TemplateResult {
  const { fault } = servers;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    const typed = String(new FormData(form).get("url") ?? "");
    if (servers.add(typed)) form.reset();
    surface.find('.tool-servers input[name="url"]')?.focus();
  };
  return html`<form class="add-tool-server" @submit=${submit}>
    <label class="field">
      <span>${words.t("tools.add.address")}</span>
      <input
        name="url"
        type="text"
        inputmode="url"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        dir="ltr"
        placeholder="https://tools.example/mcp"
        aria-invalid=${fault === null ? "false" : "true"}
        aria-describedby="tool-server-fault tool-server-hosts"
      >
    </label>
    <p class="failed" id="tool-server-fault">${fault ?? nothing}</p>
    <p class="quiet" id="tool-server-hosts">${words.t("tools.add.hosts", {
      hosts: words.list(originsOf(setup).reachable),
    })}</p>
    <button class="button" type="submit">${words.t("tools.add")}</button>
  </form>`;
}
