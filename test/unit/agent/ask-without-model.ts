import { run } from "../../../src/agent/loop/run.js";
import { estimateTokens } from "../../../src/agent/reading/reading.js";
import type { ToolReader } from "../../../src/agent/tools/tool.js";
import type { Answer } from "../../../src/core/answer.js";

/** Asks a question about all documents of a reader, without a model. */
export async function askWithoutModel(reader: ToolReader, question: string): Promise<Answer> {
  const answers: Answer[] = [];
  await run(
    { question, history: [], documents: null, strategy: "auto", calls: 10, passages: 3 },
    { reader, model: null, tools: [], countTokens: estimateTokens },
    { onProgress: (event) => event.type === "answer" && answers.push(event.answer) },
  );
  const [answer] = answers;
  if (!answer) throw new Error("the run ended without an answer");
  return answer;
}
