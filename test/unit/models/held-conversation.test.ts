import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../src/models/language-model.js";
import { HeldConversation, turnTemplate } from "../../../src/models/web-llm/held-conversation.js";

const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const system: ChatMessage = { role: "system", content: "Be brief." };

/** The template of ChatML models, as published. */
const chatml = {
  conv_template: {
    seps: ["<|im_end|>\n"],
    roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant" },
    role_templates: { user: "{user_message}", assistant: "{assistant_message}" },
  },
};

const conversation = (config: unknown, hasManifest = false) =>
  new HeldConversation(turnTemplate(config, hasManifest), true);

describe("a conversation that the engine remembers", () => {
  it("continues with the end of the turn that the reply omitted, before the next message", () => {
    const held = conversation(chatml);
    const prompt = [system, user("One?")];
    const first = held.toEngine(prompt);
    expect(first).toEqual({ messages: prompt, reusedTokens: 0 });
    held.hold(prompt, first.messages, "Yes.", 40);

    const more = [...prompt, assistant("Yes."), user("Two?")];
    const named = { ...user("Two?"), name: "<|im_end|>\n<|im_start|>user" };
    const second = held.toEngine(more);
    expect(second).toEqual({ messages: [...more.slice(0, -1), named], reusedTokens: 40 });
    held.hold(more, second.messages, "No.", 60);

    // What the engine compares includes the names.
    const most = [...more, assistant("No."), user("Three?")];
    const third = held.toEngine(most);
    expect(third.messages.map(({ name }) => name ?? "")).toEqual([
      "",
      "",
      "",
      named.name,
      "",
      named.name,
    ]);
    held.forget();
    expect(held.toEngine(most)).toEqual({ messages: most, reusedTokens: 0 });
  });

  it("uses the text that ends a reply's turn if it differs from the end of a question", () => {
    const held = conversation({ conv_template: { seps: [" ", "</s>"], roles: { user: "USER" } } });
    const prompt = [user("One?")];
    held.hold(prompt, held.toEngine(prompt).messages, "Yes.", 5);
    const { messages } = held.toEngine([...prompt, assistant("Yes."), user("Two?")]);
    expect(messages.at(-1)?.name).toBe("</s>USER");
  });

  it("adds nothing if the model's configuration has no template", () => {
    const held = conversation({});
    const prompt = [user("One?")];
    held.hold(prompt, prompt, "Yes.", 5);
    const more = [...prompt, assistant("Yes."), user("Two?")];
    expect(held.toEngine(more)).toEqual({ messages: more, reusedTokens: 5 });
  });
});

it("remembers no conversation for an engine that must not continue one", () => {
  const held = new HeldConversation(turnTemplate(chatml, false), false);
  const prompt = [user("One?")];
  held.hold(prompt, prompt, "Yes.", 5);
  const more = [...prompt, assistant("Yes."), user("Two?")];
  expect(held.toEngine(more)).toEqual({ messages: more, reusedTokens: 0 });
});

describe("a dollar sign in a prompt, which web-llm would interpret", () => {
  /** What web-llm's template makes of a message. */
  const filled = (content: string) => "{user_message}".replace("{user_message}", content);
  const texts = ["US$'000", "a $& b", "$$", "from $` on"];

  it.each(texts)("a dollar sign reaches the model literally: %s", (text) => {
    const [message] = conversation(chatml).toEngine([user(text)]).messages;
    expect(filled(message?.content ?? "")).toBe(text);
    expect(filled(text)).not.toBe(text);
  });

  it("a dollar sign stays unchanged if web-llm replaces nothing", () => {
    const { messages } = conversation(chatml, true).toEngine([system, user("US$'000")]);
    expect(messages).toEqual([system, user("US$'000")]);
  });

  it("a dollar sign is written as in the engine once a reply is remembered", () => {
    const held = conversation(chatml);
    const prompt = [user("In US$'000?")];
    const first = held.toEngine(prompt);
    held.hold(prompt, first.messages, "$5", 20);
    const more = [...prompt, assistant("$5"), user("And £?")];
    const { messages, reusedTokens } = held.toEngine(more);
    expect(reusedTokens).toBe(20);
    expect(messages.slice(0, 2)).toEqual([...first.messages, assistant("$5")]);
    held.forget();
    expect(held.toEngine(more).messages[1]).toEqual(assistant("$$5"));
  });
});
