import type { App } from "./app.js";
import type { PublishedListener } from "./published.js";

/** Says that a published collection is not here, with the way to try again, until it is fetched. */
export function publishedTold(app: App): Pick<PublishedListener, "failed" | "forgotten"> {
  const topic = (url: string): string => `published ${url}`;
  return {
    failed: (url, error) => {
      app.tell({ type: "failed", error });
      const { words, notices, published } = app;
      notices.show(words.t("published.failed", { name: published.nameOf(url) }), {
        topic: topic(url),
        items: [{ message: words.error(error) }],
        actions: [{ label: words.t("common.tryAgain"), run: () => void published.fetch(url) }],
      });
    },
    forgotten: (url) => app.notices.forget(topic(url)),
  };
}
