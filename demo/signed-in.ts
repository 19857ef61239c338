// Where windows to sign in to a tool server come back to: it tells the page that waits, and closes.
import { finishSignIn } from "pagehound/mcp";

finishSignIn();
