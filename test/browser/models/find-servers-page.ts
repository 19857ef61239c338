// Looks for a server at the address that it is sent, in a page with a policy of its own.
import { findModelServers } from "../../../src/models/openai/find-servers.js";

addEventListener("message", async ({ data: url, source }) => {
  if (typeof url !== "string") return;
  const found = await findModelServers({ places: [{ name: "Ollama", url }] });
  source?.postMessage(found, { targetOrigin: "*" });
});
parent.postMessage("ready", "*");
