// Reads an index at the URL it receives, in a page with its own policy.
import { engineReader } from "../../../../src/connect/sources/engine-reader.js";

addEventListener("message", async ({ data: url, source }) => {
  if (typeof url !== "string") return;
  const failure = await engineReader({ url })
    .coverage()
    .catch((error: Error) => error.message);
  source?.postMessage(failure, { targetOrigin: "*" });
});
parent.postMessage("ready", "*");
