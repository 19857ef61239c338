import { requestLog } from "../../../../src/index.js";

/** The page inside `policy.test.ts`: requests each URL it receives, and replies with the log. */
const log = requestLog();

addEventListener("message", async ({ data }: MessageEvent<string[]>) => {
  const requests = data.map((url) => fetch(url, { mode: "no-cors" }).catch(() => {}));
  await Promise.all(requests);
  const look = () => {
    const found = data.flatMap((url) => log.requests.find((each) => each.url === url) ?? []);
    if (found.length === data.length) parent.postMessage(found, "*");
  };
  log.onChange(look);
  look();
});
parent.postMessage("ready", "*");
