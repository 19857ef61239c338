import type { App } from "../state/app.js";

/** Brings what was unfolded into view once it is drawn, as far as it is not. */
export function reveal({ surface }: App, id: string): void {
  const scroll = () => surface.find(`#${id}`)?.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}
