// Looks for a server at the URL it receives, in a page with its own policy.
import { findModelServers } from "../../../src/models/openai/find-servers.js";

addEventListener("message", async ({ data: url, source }) => {
  if (typeof url !== "string") return;
  const found = await findModelServers({ places: [{ name: "Ollama", url }] });
  source?.postMessage(found, { targetOrigin: "*" });
});
parent.postMessage("ready", "*");
