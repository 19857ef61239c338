import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { exportGguf } from "../test/fixtures/onnx/export-gguf.js";
import type { WeightForm } from "../test/fixtures/onnx/llama-graph.js";

// Converts a GGUF file of llama's or Qwen2's architecture to a folder for transformers.js.

const usage = `Usage: npx tsx scripts/gguf-to-onnx.ts FILE.gguf DIR [fp32] [q8] [q4]

Writes config.json, the tokenizer with its chat template, and weights (q8 unless others are named):
q8 is onnx/model_quantized.onnx, q4 onnx/model_q4.onnx, fp32 onnx/model.onnx.
`;

const [file, folder, ...named] = process.argv.slice(2);
const forms = (["fp32", "q8", "q4"] as const satisfies readonly WeightForm[]).filter((form) =>
  named.length === 0 ? form === "q8" : named.includes(form),
);
if (!file || !folder || forms.length < named.length) {
  process.stderr.write(usage);
  process.exit(2);
}
for (const [name, content] of exportGguf(new Uint8Array(await readFile(file)), forms)) {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content);
  process.stdout.write(`${target} ${content.byteLength} bytes\n`);
}
