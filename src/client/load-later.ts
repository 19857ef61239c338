// What a page loads when it first needs it, so that who imports this room does not carry it.

export function loadPagehound(): Promise<typeof import("./pagehound.js")> {
  return import("./pagehound.js");
}

export function loadSelfTest(): Promise<typeof import("./self-test.js")> {
  return import("./self-test.js");
}
