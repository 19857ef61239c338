// What a page loads when it first needs it, so that who imports this room does not carry it.

export function loadEndpoints(): Promise<typeof import("./openai/endpoint-model.js")> {
  return import("./openai/endpoint-model.js");
}

export function loadServerSearch(): Promise<typeof import("./openai/find-servers.js")> {
  return import("./openai/find-servers.js");
}
