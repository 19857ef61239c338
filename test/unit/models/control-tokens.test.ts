import { describe, expect, it } from "vitest";
import { tokenizerControlTokens as ofTokenizer } from "../../../src/models/web-llm/engine-session.js";
import { vocabularyControlTokens } from "../../../src/models/wllama/vocabulary.js";
import { controlTokens } from "../../fixtures/injection/control-tokens.js";
import { writeGguf } from "../../fixtures/models/gguf-file.js";
import { makeRandomGguf } from "../../fixtures/models/make-gguf.js";
import { FakeEngine, fakeModel, fakeSession, reply, storeWithModel } from "./web-llm-fake.js";

const text = "the profit of the company ".repeat(3);
const tokens = [...controlTokens, "~~turn~~", "@end@"];

describe("the control tokens of a GGUF file", () => {
  const bytes = makeRandomGguf({ text, pieces: 10, controlTokens: tokens });

  it("leaves out the usual control tokens of a GGUF file", async () => {
    expect(await vocabularyControlTokens(new Blob([bytes]))).toEqual(["~~turn~~", "@end@"]);
    expect(await vocabularyControlTokens(new Blob([makeRandomGguf({ text, pieces: 10 })]))).toEqual(
      [],
    );
  });

  it("finds control tokens after values of all kinds, and in any order of the lists", async () => {
    const file = writeGguf(
      {
        "tokenizer.ggml.token_type": { type: "int32s", value: [1, 2, 3, 4, 5, 6] },
        a: { type: "float32s", value: [1, 2, 3] },
        b: { type: "bool", value: true },
        c: { type: "strings", value: ["x", "", "y".repeat(300_000)] },
        d: { type: "uint32", value: 1 },
        "tokenizer.ggml.tokens": {
          type: "strings",
          value: ["~a~", "~b~", "~c~", "~d~", "~e~", "~f~"],
        },
      },
      [],
    );
    expect(await vocabularyControlTokens(new Blob([file]))).toEqual(["~b~", "~c~", "~d~"]);
  });

  it("finds no control tokens in a truncated or damaged GGUF file, without waiting", async () => {
    for (const length of [0, 3, 20, 100, 2000]) {
      expect(await vocabularyControlTokens(new Blob([bytes.slice(0, length)]))).toEqual([]);
    }
    for (let at = 4; at < 200; at += 3) {
      const damaged = bytes.slice();
      damaged.fill(0xff, at, at + 8);
      expect(Array.isArray(await vocabularyControlTokens(new Blob([damaged])))).toBe(true);
    }
  });
});

describe("the control tokens of a model in web-llm", () => {
  const url = `${fakeModel.folder}tokenizer.json`;
  const stored = async (tokenizer: string) => {
    const store = await storeWithModel();
    const content = new TextEncoder().encode(tokenizer) as Uint8Array<ArrayBuffer>;
    await store.write("webllm/model", url, content, "arraybuffer");
    return store;
  };

  it("takes the tokens added to the vocabulary of a model in web-llm, without the usual ones", async () => {
    const added = tokens.map((content, id) => ({ id, content, special: id % 2 === 0 }));
    const store = await stored(JSON.stringify({ added_tokens: added }));
    expect(await ofTokenizer(fakeModel, store)).toEqual(["~~turn~~", "@end@"]);
    const { session } = await fakeSession(new FakeEngine(() => reply(["x"])), store);
    expect(await session.load(fakeModel)).toEqual(["~~turn~~", "@end@"]);
  });

  it.each(["null", "[]", '{"added_tokens":7}', '{"added_tokens":[null,{},{"content":3}]}'])(
    "finds no control tokens for %s",
    async (tokenizer) => {
      expect(await ofTokenizer(fakeModel, await stored(tokenizer))).toEqual([]);
    },
  );
});
