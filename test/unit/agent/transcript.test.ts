import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TokenEstimator } from "../../../src/agent/context/token-budget.js";
import { Transcript } from "../../../src/agent/loop/chat-session.js";

const gauge = () => new TokenEstimator((text) => text.length);

/** Plays a conversation of turns, each with its messages and reply. */
function talk(transcript: Transcript, turns: readonly (readonly [string, string])[]): void {
  for (const [text, reply] of turns) {
    transcript.addUserText(text);
    transcript.send();
    transcript.reply(reply, true);
  }
}

describe("the reusable part of a prompt in web-llm", () => {
  it("reuses everything but the last message while the conversation only grows", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 }), (turns) => {
        const transcript = new Transcript(gauge(), "system");
        talk(transcript, turns);
        const before = transcript.tokens;
        transcript.addUserText("next");
        expect(transcript.reusableTokens).toBe(before);
        expect(transcript.keptMessages).toBe(2 * turns.length);
      }),
    );
  });

  it("reuses nothing on the first turn, after a truncated reply, or after a restart", () => {
    const transcript = new Transcript(gauge(), "system");
    transcript.addUserText("first");
    expect(transcript.reusableTokens).toBe(0);
    transcript.send();
    transcript.reply("cut o", false);
    transcript.addUserText("second");
    expect(transcript.reusableTokens).toBe(0);
    transcript.send();
    transcript.reply("whole", true);
    transcript.restart("notes");
    expect(transcript.reusableTokens).toBe(0);
    expect(transcript.keptMessages).toBe(1);
    expect(transcript.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  });

  it("reuses nothing after a failed request", () => {
    const transcript = new Transcript(gauge(), "system");
    talk(transcript, [["one", "two"]]);
    transcript.addUserText("three");
    transcript.send();
    expect(transcript.reusableTokens).toBe(0);
  });
});

describe("the token counter", () => {
  it("adopts the scale of the model's own counts", () => {
    const learned = gauge();
    learned.learn(100, 150);
    expect(learned.count("x".repeat(10))).toBe(15);
    learned.learn(150, 150);
    expect(learned.count("x".repeat(10))).toBe(15);
  });

  it("ignores a count so low that the server must have cut the prompt", () => {
    const cut = gauge();
    cut.learn(8000, 4096);
    cut.learn(20_000, 4096);
    expect(cut.count("x".repeat(10))).toBe(10);
    cut.learn(1000, 1200);
    cut.learn(12_000, 4096);
    expect(cut.count("x".repeat(10))).toBe(12);
  });

  it("estimates fewer tokens when the model counts fewer", () => {
    const calmed = gauge();
    calmed.distrust();
    calmed.learn(150, 90);
    expect(calmed.count("x".repeat(10))).toBe(9);
  });

  it("estimates more tokens after a prompt that did not fit, and stays plausible", () => {
    const astray = gauge();
    astray.distrust();
    expect(astray.count("x".repeat(10))).toBe(15);
    for (let times = 0; times < 20; times++) astray.distrust();
    astray.learn(1, 1_000_000);
    expect(astray.count("x")).toBeLessThanOrEqual(4);
    astray.learn(0, 10);
    astray.learn(10, 0);
    expect(astray.count("x")).toBeLessThanOrEqual(4);
  });
});
