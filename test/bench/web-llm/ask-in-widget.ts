import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Answer, ChatReply } from "../../../src/index.js";
import type { Driver } from "../../driver/driver.js";
import { writePdf } from "../../e2e/write-pdf.js";

/** A question about a short PDF that was asked in the element. */
export interface Asked {
  readonly kind: Answer["kind"];
  readonly text: string;
  /** Why no model answered; null if one did. */
  readonly reason: string | null;
  /** What each request to the model cost. */
  readonly replies: readonly Pick<ChatReply, "usage" | "timing">[];
  /** The marked words on the page that the first citation opens. */
  readonly marked: string;
  readonly milliseconds: number;
}

declare global {
  /** The replies of the element's model. */
  var widgetReplies: Pick<ChatReply, "usage" | "timing">[];
  var widgetAnswer: Answer | undefined;
}

const question = "What do the crews bake before the first crossing?";
/** The PDF's text, page by page. */
export const questionPages: readonly string[] = [
  "The first ferry leaves at nine. Before the first crossing the crews bake bread in the galley.",
  "The island has forty inhabitants and one school. The harbour is quiet in winter.",
];

const defineWidget =
  'import { PageHoundElement } from "/dist/widget.js"; PageHoundElement.define();';

/** A software adapter reads only one or two tokens per second. */
const patience = { timeout: 1_800_000 };

/**
 * Adds the element to the harness page, asks the loaded model there, and opens the first citation.
 */
export async function askInWidget({ page }: Driver): Promise<Asked> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-web-llm-"));
  try {
    const file = path.join(folder, "ferry.pdf");
    await writePdf(file, questionPages);
    await page.locator("#files").setInputFiles(file);
    // Added as a script, because the test runner would rewrite the imports of a function.
    await page.addScriptTag({ type: "module", content: defineWidget });
    await page.waitForFunction(() => customElements.get("page-hound") !== undefined);
    await page.evaluate(addWidget);
  } finally {
    await rm(folder, { recursive: true });
  }
  const started = performance.now();
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.keyboard.press("Enter");
  const turn = page.getByRole("article", { name: question });
  await turn.and(page.locator('[data-state="done"]')).waitFor(patience);
  const milliseconds = performance.now() - started;
  await turn.locator(".cite").first().click();
  await page.locator(".mark-box").first().waitFor();
  const marks = page.locator('.mark[data-strength="word"]');
  const marked = await marks.evaluateAll((each) =>
    each.map((mark) => mark.getAttribute("data-text")).join(" "),
  );
  const { answer, replies } = await page.evaluate(() => ({
    answer: globalThis.widgetAnswer,
    replies: globalThis.widgetReplies,
  }));
  if (!answer) throw new Error("The element did not say what it answered.");
  const { kind, text, reason } = answer;
  return { kind, text, reason, replies, marked, milliseconds };
}

async function addWidget(): Promise<void> {
  const model = globalThis.loadedModel;
  if (!model) throw new Error("No model is loaded.");
  globalThis.widgetReplies = [];
  const hound = document.createElement("page-hound");
  document.body.append(hound);
  hound.addEventListener("pagehound-answer", ({ answer }) => {
    globalThis.widgetAnswer = answer;
  });
  hound.model = {
    get info() {
      return model.info;
    },
    async complete(request, options) {
      const reply = await model.complete(request, options);
      globalThis.widgetReplies.push(reply);
      return reply;
    },
    unload: () => model.unload(),
  };
  const added = new Promise((resolve) => hound.addEventListener("pagehound-added", resolve));
  hound.addFiles(globalThis.harness.files());
  await added;
}
