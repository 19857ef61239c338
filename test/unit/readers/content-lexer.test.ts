import { describe, expect, it } from "vitest";
import { contentLexer } from "../../../src/readers/pdf/content-lexer.js";

/** A token that pdf.js has one object of. */
interface Token {
  readonly kind: "command" | "name";
  readonly text: string;
}

function tokens(kind: Token["kind"]) {
  const known = new Map<string, Token>();
  return {
    get(text: string): Token {
      const token = known.get(text) ?? { kind, text };
      known.set(text, token);
      return token;
    },
  };
}
const Cmd = tokens("command");
const Name = tokens("name");

/** Stand-ins for the streams of pdf.js, which have all bytes or decode them part by part. */
class Stream {
  pos = 1;
  readonly bytes: Uint8Array;
  constructor(text: string) {
    this.bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  }
  get end(): number {
    return this.bytes.length;
  }
}
class DecodeStream {
  pos = 1;
  readonly buffer: Uint8Array;
  readonly bufferLength: number;
  constructor(text: string, decoded: number) {
    this.buffer = new Stream(text).bytes;
    this.bufferLength = decoded;
  }
}

const left = Symbol("left to pdf.js");

class Lexer {
  readonly stream: { pos: number };
  currentChar: number;
  constructor(stream: { pos: number }) {
    this.stream = stream;
    const { bytes, buffer } = stream as Partial<Stream & DecodeStream>;
    this.currentChar = (bytes ?? buffer)?.[0] ?? -1;
  }
  getObj(): unknown {
    return left;
  }
}

const commands = { q: {}, Tj: {}, TJ: {}, "T*": {}, "'": {}, BI: {}, BD: null, BDC: {} };
const Quick = contentLexer({ Lexer, Stream, DecodeStream, Cmd, Name, commands } as never);

/** The tokens of a content stream up to the first one that is left to pdf.js. */
function read(stream: Stream | DecodeStream): unknown[] {
  const lexer = new Quick(stream as never, commands);
  const found: unknown[] = [];
  for (let token = lexer.getObj(); token !== left; token = lexer.getObj()) found.push(token);
  return found;
}

describe("contentLexer", () => {
  it("reads numbers as pdf.js does", () => {
    expect(read(new Stream("1 -2 0.5 .25 -.75 7. -0 00012 3.1.4 9007199254740993 "))).toEqual([
      ...[1, -2, 0.5, 0.25, -0.75, 7, -0, 12, 3.1, 0.4, 9007199254740992],
    ]);
  });

  it("reads texts, names, brackets and operators without spaces between them", () => {
    const { get: command } = Cmd;
    expect(read(new Stream("q[(Hello)-3(, world)]TJ/F1<48656c6C6f>Tj()' "))).toEqual([
      ...[command("q"), command("["), "Hello", -3, ", world", command("]"), command("TJ")],
      ...[Name.get("F1"), "Hello", command("Tj"), "", command("'")],
    ]);
  });

  it.each([
    ["an escape", "(a\\(b) "],
    ["nested brackets", "(a(b)c) "],
    ["an odd number of digits", "<486> "],
    ["spaces between digits", "<48 65> "],
    ["a dictionary", "<< /A 1 >> "],
    ["a comment", "% q\n "],
    ["an escape in a name", "/A#20B "],
    ["a minus sign inside a number", "1-2 "],
    ["two signs", "--2 "],
    ["a point alone", ". "],
    ["a sign alone", "- "],
    ["an inline image", "BI "],
    ["the beginning of an operator", "BD "],
    ["an unknown operator", "Tx "],
    ["a long operator", "TjTj "],
    ["a text longer than a call takes arguments", `(${"a".repeat(5_000)}) `],
    ["a text in hexadecimal digits that is as long", `<${"61".repeat(5_000)}> `],
    ["a text that does not end", "(abc"],
    ["a token at the end", "12"],
    ["nothing but spaces", "  \n"],
    ["nothing", ""],
  ])("leaves %s to pdf.js, at its first byte", (_, text) => {
    const stream = new Stream(text);
    const lexer = new Quick(stream as never, commands);
    expect(lexer.getObj()).toBe(left);
    expect(stream.pos).toBe(1);
  });

  it("leaves tokens that may extend past the decoded bytes to pdf.js", () => {
    expect(read(new DecodeStream("q 12 345 Tj ", 8))).toEqual([Cmd.get("q"), 12]);
  });

  it("leaves unknown streams to pdf.js", () => {
    class Loading extends Stream {}
    expect(read(new Loading("q q "))).toEqual([]);
  });

  it("resumes where pdf.js has moved the stream", () => {
    const stream = new Stream("q (skipped) 12 Tj ");
    const lexer = new Quick(stream as never, commands);
    expect(lexer.getObj()).toBe(Cmd.get("q"));
    stream.pos = 13;
    lexer.currentChar = 0x31;
    expect([lexer.getObj(), lexer.getObj()]).toEqual([12, Cmd.get("Tj")]);
  });

  it("reads texts with any byte", () => {
    const bytes = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    const text = bytes.filter((each) => !"()\\".includes(each)).join("");
    expect(read(new Stream(`(${text}) `))).toEqual([text]);
    const hex = bytes.map((each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    expect(read(new Stream(`<${hex}> `))).toEqual([bytes.join("")]);
  });
});
