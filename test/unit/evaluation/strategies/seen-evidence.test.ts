import { describe, expect, it } from "vitest";
import type { TracedCall, TracedTurn } from "../../../../src/agent/trace/trace.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import { seenEvidence } from "../../../../src/evaluation/strategies/ask-strategy.js";

function turn(...messages: readonly (readonly [role: string, content: string])[]): TracedTurn {
  const addedMessages = messages.map(([role, content]) => ({ role, content }));
  return {
    type: "turn",
    keptMessages: 0,
    addedMessages,
    format: null,
    reply: null,
    failure: null,
    at: 0,
  };
}

function call(...evidence: EvidenceId[]): TracedCall {
  return {
    type: "call",
    call: 1,
    tool: "search",
    arguments: {},
    description: "",
    text: "",
    summary: "",
    evidence,
    failed: false,
    repeated: false,
    at: 0,
    took: 0,
  };
}

describe("seenEvidence", () => {
  it("contains the opening and the results of tools, in order, each once", () => {
    const steps = [
      turn(
        ["system", "<text>\n[d9.p9.s9] an example\n</text>"],
        [
          "user",
          "<passages>\n[d1.p2.s3] page 2\nWords.\n[d2.p1.s1] page 1\nMore.\n</passages>\n\nWhy?",
        ],
      ),
      call("d1.p2.s4", "d1.p2.s3"),
      turn(["assistant", "<text>\n[d8.p8.s8] made up\n</text>"], ["user", "See [d7.p7.s7]."]),
      call("d3.p1.s1"),
    ];
    expect(seenEvidence({ steps })).toEqual(["d1.p2.s3", "d2.p1.s1", "d1.p2.s4", "d3.p1.s1"]);
  });

  it("recognises a passage only by its header", () => {
    const steps = [turn(["user", "<text>\n[d1.p1.s1] page 1\nsee [d1.p9.s9] below\n</text>"])];
    expect(seenEvidence({ steps })).toEqual(["d1.p1.s1"]);
  });
});
