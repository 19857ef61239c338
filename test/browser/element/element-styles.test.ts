import { afterEach, expect, test, vi } from "vitest";
import { adoptStyles } from "../../../src/element/shell/renderer.js";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function rootWithNonce(nonce: string): ShadowRoot {
  const host = document.createElement("div");
  host.nonce = nonce;
  document.body.append(host);
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = "<p>Text</p>";
  return root;
}

const colourOf = (root: ShadowRoot): string => {
  const text = root.querySelector("p");
  return text ? getComputedStyle(text).color : "";
};

test("uses constructed style sheets, which no policy forbids", () => {
  const root = rootWithNonce("abc");
  adoptStyles(root, "p { color: rgb(1, 2, 3) }");
  expect(colourOf(root)).toBe("rgb(1, 2, 3)");
  expect(root.querySelector("style")).toBeNull();
});

test("falls back to style elements with the page's nonce, one for each sheet", () => {
  vi.spyOn(CSSStyleSheet.prototype, "replaceSync").mockImplementation(() => {
    throw new DOMException("not here", "NotSupportedError");
  });
  const root = rootWithNonce("abc");
  adoptStyles(root, "p { color: rgb(3, 2, 1) }");
  adoptStyles(root, "p { color: rgb(3, 2, 1) }");
  expect(colourOf(root)).toBe("rgb(3, 2, 1)");
  expect([...root.querySelectorAll("style")].map(({ nonce }) => nonce)).toEqual(["abc"]);
});
