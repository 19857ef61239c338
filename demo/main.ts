import type { PageHoundElement } from "pagehound/widget";
import { framedNotice } from "./framed-notice.js";
import { type LaunchedFile, takeLaunched } from "./launched.js";
import { keepOffline } from "./offline.js";
import { takeShared } from "./shared-files.js";
import { UpdateBar } from "./update-bar.js";

const element = document.querySelector<PageHoundElement>("page-hound");
const place = document.querySelector<HTMLElement>("#update");

if ("framed" in document.documentElement.dataset) {
  document.body.prepend(framedNotice(navigator.languages, location.href));
}

if (element && place) {
  const busy = (): boolean => element.busy;
  /** Resolves when the files are stored. */
  const add = async (files: readonly (File | LaunchedFile)[]): Promise<void> => {
    element.addFiles(files);
    // One that is a collection is begun with in a moment.
    do await new Promise((done) => setTimeout(done, 200));
    while (busy());
  };
  takeLaunched(add);
  void takeShared(new URL("./", document.baseURI).href, add);
  // While the site is being worked on, every file has to come anew.
  if (import.meta.env.PROD) {
    const languages = (): string[] => [element.lang, ...navigator.languages];
    void keepOffline(new UpdateBar(place, busy, languages));
  }
}
