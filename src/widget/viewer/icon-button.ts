import { element } from "./dom.js";
import { type IconName, icon } from "./icons.js";

/** A button that shows an icon and is named in words. */
export function iconButton(name: IconName, label: string, action: () => void): HTMLButtonElement {
  const attributes = { type: "button", "aria-label": label, title: label };
  const button = element("button", attributes, icon(name));
  button.addEventListener("click", action);
  return button;
}
