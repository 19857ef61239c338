// Where windows to sign in to a tool server come back to: it tells the page that waits, and closes.
import { finishSignIn } from "pagehound/mcp";
import { siteWords } from "./strings.js";

// Seen only where nobody waits any more, or the browser does not let a page close its window.
document.body.textContent = siteWords(navigator.languages, document.body).closeWindow;
finishSignIn();
