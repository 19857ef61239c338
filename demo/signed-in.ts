// The page that sign-in windows of tool servers return to. Notifies the waiting page, and closes.
import { finishSignIn } from "pagehound/connect";
import { siteWords } from "./strings.js";

// Visible only if no page waits any more, or the browser does not close the window.
document.body.textContent = siteWords(navigator.languages, document.body).closeWindow;
finishSignIn();
