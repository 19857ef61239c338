// Code that a page loads on first use, so that importing this room does not include it.

export function loadEndpoints(): Promise<typeof import("./openai/endpoint-model.js")> {
  return import("./openai/endpoint-model.js");
}

export function loadServerSearch(): Promise<typeof import("./openai/find-servers.js")> {
  return import("./openai/find-servers.js");
}
