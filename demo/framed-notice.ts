import { siteWords } from "./strings.js";

/** Replaces the interface if another site shows the page in a frame (see `framed.js`). */
export function framedNotice(languages: readonly string[], address: string): HTMLElement {
  const notice = document.createElement("main");
  notice.className = "framed";
  const words = siteWords(languages, notice);
  const text = document.createElement("p");
  text.textContent = words.framed;
  const link = document.createElement("a");
  link.href = new URL("./", address).href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.textContent = words.openAlone;
  notice.append(text, link);
  return notice;
}
