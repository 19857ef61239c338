// The page for trying strategies on a person's own questions and documents.
import { render } from "lit/html.js";
import { acceptDrops } from "./accept-drops.js";
import { EvaluatePage } from "./evaluate-page.js";
import { pageView } from "./views/page-view.js";

const place = document.querySelector<HTMLElement>("#app");

if (place) {
  let waiting = false;
  const page = new EvaluatePage(() => {
    // Records may arrive faster than the page can be drawn.
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      render(pageView(page), place);
      const { focus } = page;
      page.focus = null;
      if (focus !== null) place.querySelector<HTMLElement>(focus)?.focus();
    });
  });
  render(pageView(page), place);
  acceptDrops(page);
}
