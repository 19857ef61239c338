// Code that a page loads on first use, so that importing this room does not include it.

export function loadPagehound(): Promise<typeof import("./pagehound.js")> {
  return import("./pagehound.js");
}

export function loadSelfTest(): Promise<typeof import("./self-test.js")> {
  return import("./self-test.js");
}
