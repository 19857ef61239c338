import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { FoundServer, ServedModel } from "../../models/index.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import { icon } from "../shell/icons.js";
import { hostOfAddress } from "../shell/setup.js";
import { isolated } from "../shell/view-parts.js";
import { OwnServer } from "./endpoint-form.js";
import type { ModelsPanel } from "./model-line-view.js";
import { focusState } from "./model-offers-view.js";
import styles from "./server-search.css?inline";
import { contextFacts, nothingKey, ServerSearch } from "./server-search.js";

/** So many models of a server are listed before one asks for all. */
const first = 4;

/** Programs on this computer that serve models: looked for on request, with what each has. */
export function serverSearchView(panel: ModelsPanel): TemplateResult {
  const { models, surface, words } = panel;
  adoptStyles(surface.root, styles);
  const { state, servers, obstacle } = models.serversOf(ServerSearch);
  const looking = state === "looking";
  const label = looking ? "common.cancel" : "models.servers.look";
  return html`<div class="server-search" data-state=${state} role="group" aria-label=${words.t("models.servers.list")}>
    <p class="quiet">${words.t("models.servers.about")}</p>
    <button
      class="button"
      type="button"
      @click=${() => (looking ? models.serversOf(ServerSearch).cancel() : void models.serversOf(ServerSearch).look())}
    >${words.t(state === "done" ? "models.servers.again" : label)}</button>
    ${
      looking
        ? html`<p class="quiet">${words.t("models.servers.looking")}</p>
          <progress aria-label=${words.t("models.servers.looking")}></progress>`
        : nothing
    }
    ${repeat(
      servers,
      ({ url }) => url,
      (server) => serverView(panel, server),
    )}
    ${
      state === "done" && servers.length === 0
        ? html`<p>${words.t(nothingKey(obstacle))}</p>`
        : nothing
    }
  </div>`;
}

function serverView(panel: ModelsPanel, server: FoundServer): TemplateResult {
  const { name, url, state } = server;
  if (state === "refuses") return refusalView(panel, server);
  return html`<div class="found-server">
    <h4>${isolated(name)} <span class="quiet">${isolated(hostOfAddress(url))}</span></h4>
    ${state === "needs-key" ? keyView(panel, server) : modelsView(panel, server)}
  </div>`;
}

/** Something answers and lets this page read nothing: what to set. */
function refusalView({ words }: ModelsPanel, { name, url, remedy }: FoundServer): TemplateResult {
  const { how = "start-with", what = "" } = remedy ?? {};
  return html`<p class="found-server failed">${icon("warning")}<span>${words.parts(
    `models.servers.refuses.${how}`,
    {
      address: isolated(hostOfAddress(url)),
      name: isolated(name),
      setting:
        how === "start-with"
          ? html`<code dir="ltr">${what}</code>`
          : html`<strong>${isolated(what)}</strong>`,
    },
  )}</span></p>`;
}

function keyView(panel: ModelsPanel, { url, name }: FoundServer): TemplateResult {
  const { models, surface, words } = panel;
  return html`<div class="offer-row">
    <p>${words.t("models.servers.key")}</p>
    <button
      class="button"
      type="button"
      aria-label=${words.t("models.servers.key.name", { name })}
      @click=${() => {
        models.ownServerOf(OwnServer).fillIn(url);
        requestAnimationFrame(() => surface.find('.endpoint input[name="key"]')?.focus());
      }}
    >${words.t("models.servers.key.enter")}</button>
  </div>`;
}

function modelsView(panel: ModelsPanel, server: FoundServer): TemplateResult {
  const { models, words } = panel;
  const { name } = server;
  const list = server.models;
  if (list.length === 0) return html`<p class="quiet">${words.t("models.servers.empty")}</p>`;
  const all = models.serversOf(ServerSearch).isUnfolded(server) || list.length <= first;
  return html`<ul class="offers" aria-label=${name}>
      ${repeat(
        all ? list : list.slice(0, first),
        ({ id }) => id,
        (model) => modelView(panel, server, model),
      )}
    </ul>
    ${
      all
        ? nothing
        : html`<button class="link all-offers" type="button" @click=${() =>
            models
              .serversOf(ServerSearch)
              .unfold(server)}>${words.t("models.device.all", { count: list.length })}</button>`
    }`;
}

function modelView(
  panel: ModelsPanel,
  { name, url }: FoundServer,
  model: ServedModel,
): TemplateResult {
  const { models, words } = panel;
  const { id, contextLength } = model;
  const used = models.ready?.info.id === `openai:${url}#${id}`;
  return html`<li class="offer-row">
    <div class="offer-facts">
      <p class="served-model"><strong>${isolated(id)}</strong></p>
      <p class="quiet">${contextWords(panel, model)}</p>
    </div>
    ${
      used
        ? nothing
        : html`<button
            class="button"
            type="button"
            aria-label=${words.t("models.servers.use.name", { model: id, name })}
            ?disabled=${models.state.kind === "loading"}
            @click=${() => {
              focusState(panel);
              const context = contextLength ? String(contextLength) : "";
              models
                .ownServerOf(OwnServer)
                .connect({ url, model: id, apiKey: "", contextLength: context });
            }}
          >${words.t("models.servers.use")}</button>`
    }
  </li>`;
}

/** "Reads about 3,100 words at once, up to 98,000 if the server is set to it". */
function contextWords({ words }: ModelsPanel, model: ServedModel): string | typeof nothing {
  const { now, longest } = contextFacts(model);
  if (now === null && longest === null) return nothing;
  if (longest === null) return words.t("models.servers.reads", { number: now ?? 0 });
  if (now === null) return words.t("models.servers.couldRead", { longest });
  return words.t("models.servers.readsUpTo", { number: now, longest });
}
