// Where windows to sign in to a tool server come back to: it tells the page that waits, and closes.
import { finishSignIn } from "pagehound/connect";
import { siteWords } from "./strings.js";

// Visible only if no page waits any more, or the browser does not close the window.
document.body.textContent = siteWords(navigator.languages, document.body).closeWindow;
finishSignIn();
