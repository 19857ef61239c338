import type { PageHoundElement } from "pagehound/widget";
import { framedNotice } from "./framed-notice.js";
import { takeLaunched } from "./launched.js";
import { keepOffline } from "./offline.js";
import { offerShared } from "./shared-files.js";
import { UpdateBar } from "./update-bar.js";

const element = document.querySelector<PageHoundElement>("page-hound");
const place = document.querySelector<HTMLElement>("#update");

if ("framed" in document.documentElement.dataset) {
  document.body.prepend(framedNotice(navigator.languages, location.href));
}

if (element && place) {
  const scope = new URL("./", document.baseURI).href;
  // Inside another page, people could not tell what they consent to.
  if (window.parent === window) {
    takeLaunched((files) => element.offerFiles(files, { from: "launch" }).catch(() => undefined));
    offerShared(scope, (files, options) =>
      element.offerFiles(files, { from: "share", ...options }),
    );
  }
  // During development, every file has to be fetched again.
  if (import.meta.env.PROD) {
    const busy = (): boolean => element.busy;
    const languages = (): string[] => [element.lang, ...navigator.languages];
    void keepOffline(new UpdateBar(place, busy, languages));
  }
}
