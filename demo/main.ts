import { render } from "lit";
import { Pagehound, PagehoundError } from "pagehound";
import { App } from "./app.js";
import { acceptDrops } from "./drop-target.js";
import { keepFocus } from "./focus-keeper.js";
import { listenToKeys } from "./keyboard.js";
import { focusBox } from "./question-field.js";
import { Renderer } from "./renderer.js";
import { RequestLog } from "./requests.js";
import { failureView } from "./views/failure.js";
import { restoreWidth } from "./views/separator.js";
import { shellView } from "./views/shell.js";

const root = document.querySelector<HTMLElement>("#app");
if (!root) throw new Error("The page lacks its #app element.");

let app: App | null = null;
const renderer = new Renderer(() => {
  const drawn = app;
  if (!drawn) return;
  keepFocus(
    () => render(shellView(drawn), root),
    () => focusBox(drawn),
  );
});

try {
  const requests = new RequestLog(() => renderer.later());
  const library = await Pagehound.open({ assetsBase: new URL("assets/", document.baseURI) });
  app = new App(library, requests, renderer);
  await app.open();
  restoreWidth();
  acceptDrops(app);
  listenToKeys(app);
  app.card.listen(root);
  addEventListener("beforeunload", (event) => {
    // These are stored nowhere yet: the browser asks before they are lost.
    if (app && app.ingest.unstored > 0) event.preventDefault();
  });
  void app.conversations.finish();
  renderer.soon();
} catch (error) {
  const message = PagehoundError.isInstance(error)
    ? error.message
    : "Something unexpected went wrong.";
  render(failureView(message), root);
}
