import type { App } from "./app.js";
import { conversationJson } from "./conversation-json.js";
import { conversationMarkdown } from "./conversation-markdown.js";
import { exportName } from "./export-name.js";
import { saveFile, saveJson } from "./save-file.js";

/** In what form a conversation is saved. */
export type ConversationForm = "markdown" | "json";

/** Hands the conversation that is shown to the browser as a file, and says so. */
export function saveConversation({ surface, conversation }: App, form: ConversationForm): void {
  const { words } = surface;
  const { turns, inline } = conversation;
  const now = new Date();
  const title = turns[0]?.question ?? words.t("export.file");
  const head = { title, at: now.getTime() };
  const name = exportName(title, words.t("export.file"), now);
  if (form === "markdown") {
    const text = conversationMarkdown(words, head, turns, inline ?? undefined);
    saveFile(`${name}.md`, "text/markdown", text);
  } else {
    saveJson(`${name}.json`, conversationJson(head, turns));
  }
  const file = `${name}.${form === "markdown" ? "md" : "json"}`;
  surface.announce(words.t("conversations.saved", { file }));
}
