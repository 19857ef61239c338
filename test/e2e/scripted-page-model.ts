import type { Page } from "playwright";

export interface Called {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Globals that the page's own script defines. */
export interface HostWindow {
  /** The model's next calls. */
  next: Called[];
  /** The arguments with which the model then calls `answer`. */
  answer: Called["arguments"];
  /** The calls of the page's own tools that ran. */
  done: Called[];
  /** What the model was shown, latest last. */
  prompts: { readonly system: string; readonly text: string }[];
}

/**
 * Runs on the page: gives the element a document, tools, and a model that makes the requested calls
 * and then answers; unless `answer` is changed, that it found nothing. In its calls, `$LAST` stands
 * for the id of the latest result from someone else's tool.
 */
export async function setUp(): Promise<void> {
  const here = globalThis as unknown as HostWindow;
  here.next = [];
  here.answer = { enough: false, missing: "It is not said.", sentences: [] };
  here.done = [];
  here.prompts = [];
  const [hound] = document.querySelectorAll("page-hound");
  if (!hound) throw new Error("There is no element.");
  const usage = { promptTokens: 10, reusedTokens: null, completionTokens: 5 };
  hound.model = {
    info: {
      id: "custom:scripted",
      name: "Scripted",
      provider: "custom",
      contextLength: 32_768,
      sendsTo: null,
      choosesTools: true,
    },
    complete: async ({ messages, responseFormat }) => {
      const [system, ...rest] = messages.map(({ content }) => content);
      here.prompts.push({ system: system ?? "", text: rest.join("\n") });
      const call = here.next.shift();
      const reply = responseFormat?.name.startsWith("rewrite")
        ? { question: "Who washes the mirrors?", queries: ["mirrors"] }
        : { thought: "", calls: [call ?? { tool: "answer", arguments: here.answer }] };
      if (responseFormat?.name.startsWith("rewrite") && call) here.next.unshift(call);
      const timing = { firstToken: 0, total: 1 };
      const ids = [...rest.join("\n").matchAll(/d99\d{4}\.p1\.s1/g)];
      const content = JSON.stringify(reply).replaceAll("$LAST", ids.at(-1)?.[0] ?? "");
      return { content, finishReason: "stop", usage, timing };
    },
    unload: async () => {},
  };
  const tool = (
    name: string,
    readOnly: boolean,
    source?: { name: string; sendsTo: string | null },
  ) => ({
    name,
    description: `Does ${name}.`,
    parameters: { type: "object", properties: { note: { type: "string" } } } as const,
    readOnly,
    ...(source ? { source } : {}),
    run: async (args: Readonly<Record<string, unknown>>) => {
      here.done.push({ tool: name, arguments: args });
      return { text: `${name} was done.`, evidence: [], summary: "Done" };
    },
  });
  const source = { name: "tools.example", sendsTo: "https://tools.example" };
  hound.tools = [
    tool("pay", false),
    tool("write_there", false, source),
    tool("erase_there", false, source),
    tool("look_there", true, source),
    tool("ask_there", true, source),
  ];
  const text = "# Mirrors\n\nThe heliostat field has 4212 mirrors. They are washed each spring.\n";
  const added = new Promise((resolve) => hound.addEventListener("pagehound-added", resolve));
  hound.addFiles([new File([text], "plant.md")]);
  await added;
}

/** Asks a question for which the model makes these calls. */
export async function ask(page: Page, ...calls: Called[]): Promise<void> {
  await page.evaluate((next) => {
    Object.assign(globalThis, { next, done: [], prompts: [] });
  }, calls);
  const before = await page.locator(".exchange").count();
  await page.getByRole("textbox", { name: "Question" }).fill("Who washes the mirrors?");
  await page.keyboard.press("Enter");
  await page.locator(".exchange").nth(before).waitFor();
}
