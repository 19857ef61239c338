import { connectEndpoint, type LanguageModel } from "pagehound/models";
import type { KeptRun } from "./kept-runs.js";
import { messageOf } from "./words.js";

/** The person's own server, as typed. */
export interface EndpointForm {
  readonly url: string;
  /** Empty for the first model that it offers. */
  readonly name: string;
  readonly key: string;
}

/** The model that answers, or none. */
export class ModelChoice {
  model: LanguageModel | null = null;
  connecting = false;
  /** Why the named server does not respond. */
  fault: string | null = null;
  /** The server's address and model, without the key. */
  place: { readonly url: string; readonly name: string } = { url: "", name: "" };
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The data that a run stores about the model, to request it again. */
  get remembered(): KeptRun["model"] {
    const { model, place } = this;
    if (!model) return null;
    return { id: model.info.id, name: model.info.name, url: place.url, asked: place.name };
  }

  /** Connects; `fault` says what is wrong. */
  async connect({ url, name, key }: EndpointForm): Promise<void> {
    this.fault = addressFault(url);
    this.place = { url, name };
    this.connecting = this.fault === null;
    this.#changed();
    if (this.fault !== null) return;
    try {
      this.model = await connectEndpoint({
        url: new URL(url, document.baseURI).href,
        ...(name === "" ? {} : { model: name }),
        ...(key === "" ? {} : { apiKey: key }),
      });
    } catch (error) {
      this.fault = messageOf(error);
    }
    this.connecting = false;
    this.#changed();
  }

  disconnect(): void {
    void this.model?.unload();
    this.model = null;
    this.#changed();
  }
}

function addressFault(text: string): string | null {
  const url =
    text !== "" && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "Give the server’s address, such as /model/v1.";
  }
  // If the page's policy allows more hosts, the browser decides.
  if (url.origin === location.origin || isHere(url) || !onlyNear()) return null;
  return `The rules of this page let it contact ${location.host} and this computer only. Make the server answer under this site’s own address, or serve your own copy of this page with ${url.host} in its rules.`;
}

/** Whether an address is on this computer, which the page's policy lets it contact. */
function isHere({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && /^(?:localhost|127\.0\.0\.1)$/.test(hostname);
}

/** Whether the page's policy lets it contact its own origin and this computer only. */
function onlyNear(): boolean {
  const policy = document.querySelector<HTMLMetaElement>(
    'meta[http-equiv="Content-Security-Policy"]',
  );
  const near =
    /(?:^|;)\s*connect-src 'self' http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*\s*(?:;|$)/;
  return near.test(policy?.content ?? "");
}
