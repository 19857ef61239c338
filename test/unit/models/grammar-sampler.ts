import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { seededRandom } from "../../bench/seeded-random.js";

type Xgrammar = typeof import("@mlc-ai/web-xgrammar");

/**
 * The package is a browser script marked as an ES module, which Node cannot import; here it runs as
 * the CommonJS module that it also is.
 */
export function loadXgrammar(): Xgrammar {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@mlc-ai/web-xgrammar");
  const names = ["exports", "module", "require", "__filename", "__dirname"];
  const options = { importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  const module = { exports: {} };
  const run = vm.compileFunction(readFileSync(file, "utf8"), names, options);
  run(module.exports, module, require, file, path.dirname(file));
  return module.exports as Xgrammar;
}

/** Every ASCII character, some others, and pieces like those of tokenizers; 0 ends a reply. */
export const vocabulary: readonly string[] = [
  "<end>",
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."éñß–“”漢字\u00a0\u2028😀",
  ...[
    "\n\n",
    "  ",
    "    ",
    "\t\t",
    " \n",
    ", ",
    ": ",
    '": ',
    '", "',
    "\\n",
    "\\b",
    '\\"',
    "\\\\d+",
  ],
  ...['{"', '":"', '","', '"]', '"}', "}}", "}]", "]}", "[{", "null", "true", "false"],
  ...["net ", "income", "fiscal year", "d1.p", "2019", "000", "10-K", ".pdf", "<think>"],
  // Runs, which tokenizers also have, soon reach the end of anything that may repeat.
  ...[" ", "0", "\\\\", "a"].map((one) => one.repeat(32 / one.length)),
];

/** Chooses one of the tokens that the grammar allows. */
type Choose = (allowed: readonly number[]) => number;

const closings = /^(?:["\]}]|<end>)/;

/**
 * Chooses at random, but reproducibly. Every fifth token closes something if possible, because most
 * texts would otherwise reach their maximum length.
 */
export function randomChoice(seed: number): Choose {
  const random = seededRandom(seed);
  const any = (tokens: readonly number[]) => tokens[Math.floor(random() * tokens.length)] ?? 0;
  return (allowed) => {
    const closing = allowed.filter((token) => closings.test(vocabulary[token] ?? ""));
    return any(closing.length > 0 && random() < 0.2 ? closing : allowed);
  };
}

/** Writes replies that a grammar allows. */
export class GrammarSampler {
  readonly #xgrammar: Xgrammar;
  readonly #grammar: import("@mlc-ai/web-xgrammar").CompiledGrammar;

  private constructor(xgrammar: Xgrammar, grammar: import("@mlc-ai/web-xgrammar").CompiledGrammar) {
    this.#xgrammar = xgrammar;
    this.#grammar = grammar;
  }

  static async of(xgrammar: Xgrammar, grammar: string): Promise<GrammarSampler> {
    const { TokenizerInfo, GrammarCompiler } = xgrammar;
    const size = vocabulary.length;
    const info = await TokenizerInfo.createTokenizerInfo([...vocabulary], "raw", false, size, [0]);
    const compiler = await GrammarCompiler.createGrammarCompiler(info);
    return new GrammarSampler(xgrammar, await compiler.compileGrammar(grammar));
  }

  /** A complete reply; null if it has not ended after `most` tokens. */
  async sample(choose: Choose, most: number): Promise<string | null> {
    const matcher = await this.#xgrammar.GrammarMatcher.createGrammarMatcher(this.#grammar);
    let reply = "";
    for (let tokens = 0; tokens < most; tokens++) {
      const token = choose(allowedTokens(await matcher.getNextTokenBitmask()));
      if (!matcher.acceptToken(token)) throw new Error(`The token ${token} was not allowed.`);
      if (matcher.isTerminated()) {
        matcher.dispose();
        return reply;
      }
      reply += vocabulary[token];
    }
    matcher.dispose();
    return null;
  }

  dispose(): void {
    this.#grammar.dispose();
  }
}

function allowedTokens(mask: Int32Array): number[] {
  const allowed: number[] = [];
  for (let token = 0; token < vocabulary.length; token++) {
    if ((mask[token >> 5] ?? 0) & (1 << (token & 31))) allowed.push(token);
  }
  return allowed;
}
