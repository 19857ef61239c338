import type { Page, Route } from "playwright";

/** Lets pages in, as programs do that are configured for it. */
const open = { "access-control-allow-origin": "*" };
/** Lets in only pages of another site. */
const closed = { "access-control-allow-origin": "https://elsewhere.example" };

const answers: Readonly<Record<string, unknown>> = {
  "/v1/models": {
    object: "list",
    data: ["qwen3:8b", "llama3.2:latest", "gemma3:1b", "phi4:latest", "mistral:latest"].map(
      (id) => ({ id, object: "model", owned_by: "library" }),
    ),
  },
  "/api/ps": { models: [{ name: "llama3.2:latest", context_length: 8192 }] },
  "/api/show": {
    model_info: { "general.architecture": "llama", "llama.context_length": 131072 },
    capabilities: ["completion"],
  },
};

/**
 * Emulates model servers at the usual addresses on this computer: Ollama; LM Studio, which admits
 * no pages; and Jan, which requires a key. `chat` answers Ollama's chat requests.
 */
export async function serveModels(
  page: Page,
  chat: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<void> {
  await noServers(page);
  await page.route("http://localhost:11434/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/v1/chat/completions") return chat(route);
    return route.fulfill({ json: answers[pathname] ?? {}, headers: open });
  });
  await page.route("http://localhost:1234/**", (route) =>
    route.fulfill({ json: {}, headers: closed }),
  );
  await page.route("http://localhost:1337/**", (route) =>
    route.fulfill({ status: 401, json: { error: "no key" }, headers: open }),
  );
}

/** Makes those addresses unreachable, whatever runs on the test machine. */
export async function noServers(page: Page): Promise<void> {
  await page.route(/^http:\/\/localhost:(?:11434|1234|8080|9931|8000|1337)\//, (route) =>
    route.abort("connectionrefused"),
  );
}

/** Makes the servers never respond. */
export async function silentServers(page: Page): Promise<void> {
  await page.route(/^http:\/\/localhost:(?:11434|1234|8080|9931|8000|1337)\//, () => {});
}
