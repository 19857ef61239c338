import type { ChildProcess } from "node:child_process";
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { type CommandEnd, runCommand } from "../driver/run-command.js";
import { storedRandomEmbedder } from "../fixtures/embeddings/stored-embedder.js";
import { writeSmallDataSet } from "../fixtures/evaluation/small-data-set.js";
import { isLong } from "../tries.js";
import { type Asked, idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";

let folder: string;
let endpoint: ScriptedEndpoint;

/** Runs the command as installed from the package. */
function evaluation(
  parameters: readonly string[],
  started?: (child: ChildProcess) => void,
): Promise<CommandEnd> {
  const env = { ...process.env, PAGEHOUND_API_KEY: "" };
  return runCommand(["eval", ...parameters], { cwd: folder, env, ...(started && { started }) });
}

const inFolder = (...names: string[]) => path.join(folder, ...names);
const contentOf = (...names: string[]) => readFile(inFolder(...names), "utf8");

async function recordsOf(run: string) {
  const lines = (await contentOf(run, "records.jsonl")).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-eval-"));
  await writeSmallDataSet(inFolder("data"));
  endpoint = await scriptedEndpoint();
});

afterAll(async () => {
  await endpoint.close();
  await rm(folder, { recursive: true });
});

test("prints the passages that each retrieval strategy finds", async () => {
  const strategies = ["--strategy", "retrieval,chunks-300-vectors", "--baseline", "chunks-300"];
  const { code, out } = await evaluation(["--path", "data", ...strategies]);
  expect(code).toBe(0);
  expect(out).toContain("Not run:\n\n- chunks-300-vectors: It needs a model that makes vectors.");
  expect(out).not.toMatch(/^\| chunks-300-vectors/m);
  expect(out).toContain("5 questions over 3 documents with 4 pages; no model.");
  expect(out).toMatch(/^### Retrieval: pages\n\n\| Strategy +\| Questions \| Recall@1 \|/m);
  expect(out).toMatch(/^\| search +\| +2 \| +100\.0 \|/m);
  expect(out).toContain("### Attainment: percent of what chunks-300 reaches");
});

test("says in one line which models an endpoint offers", async () => {
  const model = ["--model", `openai:${endpoint.url}#nobody`];
  const { code, err } = await evaluation(["--path", "data", "--strategy", "guided", ...model]);
  expect(code).toBe(2);
  const message = `There is no model “nobody” at ${endpoint.url}. Choose one that it offers: scripted.`;
  expect(err).toContain(message);
  expect(err).not.toMatch(/PagehoundError|\n +at /);
});

/** Finds the ships by their number alone. */
function reply({ prompt, kind }: Asked): object {
  if (kind !== "action") return { queries: ["ships"] };
  const found = prompt.includes("How many ships did") && prompt.includes("4,310 ships");
  const id = found ? idOf(prompt, "4,310 ships") : "";
  const sentence = {
    text: "The harbour handled 4,310 ships.",
    citations: [{ id, quote: "The harbour handled 4,310 ships" }],
  };
  const args = found
    ? { enough: true, missing: "", sentences: [sentence] }
    : { enough: false, missing: "all of it", sentences: [] };
  return { thought: "so", calls: [{ tool: "answer", arguments: args }] };
}

const modelRun = (out: string) => [
  ...["--path", "data", "--strategy", "retrieve-tools,chunks-300"],
  ...["--model", `openai:${endpoint.url}#scripted`, "--out", out],
];

test.runIf(isLong)("resumes a killed run, and names a line that was cut off", async () => {
  let process: ChildProcess | undefined;
  endpoint.reply = (request) => {
    if (!request.prompt.includes("lighthouse change")) return reply(request);
    process?.kill("SIGKILL");
    return { silentAfter: "" };
  };
  await evaluation(modelRun("run"), (child) => {
    process = child;
  });
  const before = await contentOf("run", "records.jsonl");
  expect((await recordsOf("run")).map(({ question }) => question)).toEqual(["ships", "quay"]);

  await appendFile(inFolder("run", "records.jsonl"), before.slice(0, 70));
  endpoint.requests.splice(0);
  endpoint.reply = reply;
  const { code, err, out } = await evaluation(modelRun("run"));
  expect(code).toBe(0);
  expect(err).toMatch(/records\.jsonl, line 3 was cut off while it was written/);
  expect(endpoint.requests.some(({ prompt }) => prompt.includes("How many ships did"))).toBe(false);
  expect(await contentOf("run", "records.jsonl")).toContain(before);
  const records = await recordsOf("run");
  expect(records.map(({ strategy }) => strategy)).toEqual([
    ...Array.from({ length: 5 }, () => "retrieve-tools"),
    ...Array.from({ length: 5 }, () => "chunks-300"),
  ]);
  expect(records[0]).toMatchObject({
    question: "ships",
    model: `openai:${endpoint.url}#scripted`,
    outcome: { answer: { kind: "answered", sentences: [{ supported: true }] } },
    exchanges: [
      {
        keptMessages: 0,
        format: expect.stringMatching(/^action/),
        reply: { finishReason: "stop" },
      },
    ],
  });
  expect(out).toMatch(/^\| retrieve-tools +\| +5 \| +40\.0 \(11\.8 – 76\.9\) /m);
  const [title, counts, , first] = (await contentOf("run", "answers.md")).split("\n\n");
  expect(title).toBe("# own, retrieve-tools");
  expect(counts).toBe("Of 5 answers: 3 wrong, 2 right.");
  expect(first).toMatch(/^- \*\*Question:\*\* .*\n- \*\*Gold:\*\* .*\n- \*\*Answer:\*\* /);
  expect(JSON.parse(await contentOf("run", "run.json"))).toMatchObject({
    strategies: ["retrieve-tools", "chunks-300"],
    done: { own: { documents: 3, pages: 4 } },
  });
});

test.runIf(isLong)("rereads nothing of a finished run, and needs no model for it", async () => {
  endpoint.requests.splice(0);
  const files = ["scores.json", "records.jsonl", "answers.md", "report.md"];
  const contents = () => Promise.all(files.map((file) => contentOf("run", file)));
  const before = await contents();
  const finished = await evaluation([...modelRun("run"), "--timeout", "5"]);
  expect(finished).toMatchObject({ code: 0 });
  expect(finished.err).toBe("own: all of it was run before; nothing was read again.\n");
  expect(await contents()).toEqual(before);
  expect(endpoint.requests).toEqual([]);
});

test.runIf(isLong)(
  "gives up on a model that stays silent too long, and names the strategy that auto chose",
  async () => {
    const silent = await scriptedEndpoint();
    silent.reply = () => ({ silentAfter: "" });
    const model = `openai:${silent.url}#scripted`;
    const parameters = [
      "--path",
      "data",
      "--strategy",
      "auto",
      "--model",
      model,
      "--out",
      "silent",
    ];
    const { code, out } = await evaluation([...parameters, "--limit", "1", "--timeout", "2"]);
    await silent.close();
    expect(code).toBe(0);
    expect(out).toMatch(/^auto chose full-[a-z]+ for 1 question\.$/m);
    const [failed] = await recordsOf("silent");
    expect(failed.outcome.answer).toMatchObject({ kind: "failed" });
    expect(failed.exchanges.at(-1).failure.message).toContain("was silent for 2 seconds");
  },
);

test.runIf(isLong)(
  "replays and rescores a run byte for byte without its model, and names differences",
  async () => {
    endpoint.requests.splice(0);
    const scores = await contentOf("run", "scores.json");
    const [first = ""] = (await contentOf("run", "records.jsonl")).split("\n");
    const other = first.replace("How many ships did", "How many boats did");
    expect(other).not.toBe(first);
    await cp(inFolder("run"), inFolder("other"), { recursive: true });
    await writeFile(inFolder("other", "records.jsonl"), `${other}\n`);
    const [replayed, rescored, differing] = await Promise.all([
      evaluation(["--replay", "run", "--path", "data", "--out", "again"]),
      evaluation(["--rescore", "run", "--path", "data", "--out", "scored"]),
      evaluation(["--replay", "other", "--path", "data"]),
    ]);
    expect(replayed).toMatchObject({ code: 0 });
    expect(replayed.err).toContain("10 of 10 questions ran as recorded; the scores are the same.");
    expect(rescored).toMatchObject({ code: 0 });
    expect(await contentOf("again", "scores.json")).toBe(scores);
    expect(await contentOf("scored", "scores.json")).toBe(scores);
    expect(differing).toMatchObject({ code: 1 });
    expect(differing.err).toMatch(
      /^ships \(retrieve-tools\): Request 1 to the model: message \d differs/m,
    );
    expect(endpoint.requests).toEqual([]);
  },
);

test.runIf(isLong)(
  "stores a judge's verdicts, and asks it again only where they are missing",
  async () => {
    const judged = [
      ...["--path", "data", "--strategy", "rag-300", "--out", "judged"],
      ...[
        "--model",
        `openai:${endpoint.url}#scripted`,
        "--judge",
        `openai:${endpoint.url}#scripted`,
      ],
    ];
    const answers = ({ prompt, kind }: Asked): object => {
      if (kind.startsWith("graded")) return { reason: "It is.", verdict: "correct" };
      return { said: prompt.includes("lighthouse change") ? "In 1922." : "4,310 ships" };
    };
    endpoint.reply = (request) => {
      if (request.prompt.includes("lighthouse change")) throw new Error("It is out of order.");
      return answers(request);
    };
    const first = await evaluation(judged);
    expect(first).toMatchObject({ code: 0 });
    const before = await recordsOf("judged");
    expect(before.map(({ outcome }) => outcome.answer.kind)).toEqual([
      ...["answered", "answered", "failed", "answered", "answered"],
    ]);
    expect(before[0].judgement).toMatchObject({
      judge: `openai:${endpoint.url}#scripted`,
      verdict: "correct",
      exchanges: [{ format: "graded-answer", reply: { finishReason: "stop" } }],
    });

    endpoint.requests.splice(0);
    endpoint.reply = answers;
    const second = await evaluation(judged);
    expect(second.out).toContain(`Judge openai:${endpoint.url}#scripted.`);
    expect(endpoint.requests).toHaveLength(2);
    for (const { prompt } of endpoint.requests) expect(prompt).toContain("lighthouse change");
    endpoint.requests.splice(0);
    const rescored = await evaluation([
      "--rescore",
      "judged",
      "--path",
      "data",
      "--out",
      "judged-scored",
    ]);
    expect(rescored).toMatchObject({ code: 0 });
    const scores = await contentOf("judged", "scores.json");
    expect(scores).toMatch(/"question":"lamp".*"judge":1/);
    expect(await contentOf("judged-scored", "scores.json")).toBe(scores);
    expect(endpoint.requests).toEqual([]);
  },
);

test.runIf(isLong)("runs strategies that need vectors with an embedder", async () => {
  const strategies = ["--path", "data", "--strategy", "semantic,search"];
  const embedder = ["--embedder", `${await storedRandomEmbedder()}#random-weights`];
  const ran = await evaluation([
    ...strategies,
    ...embedder,
    "--documents",
    "3",
    "--out",
    "vectors",
  ]);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.out).toContain("4 questions over 3 documents with 4 pages; no model. Vectors by");
  expect(ran.out).toMatch(/^\| semantic +\|.*\| +\d+\.\d \|$/m);
  const [replayed, lacking] = await Promise.all([
    evaluation(["--replay", "vectors", "--path", "data", ...embedder, "--out", "vectors-again"]),
    evaluation(["--replay", "vectors", "--path", "data"]),
  ]);
  expect(replayed).toMatchObject({ code: 0 });
  expect(await contentOf("vectors-again", "scores.json")).toBe(
    await contentOf("vectors", "scores.json"),
  );
  expect(lacking).toMatchObject({ code: 2, out: "" });
  expect(lacking.err).toContain("name its folder with --embedder DIR#random-weights");
});

test.runIf(isLong)("continues only the same run, and names what is unavailable", async () => {
  const gone = await scriptedEndpoint();
  gone.reply = () => {
    void gone.close();
    return { silentAfter: "" };
  };
  const dying = ["--path", "data", "--strategy", "rag-300", "--out", "dying"];
  const [other, ended, file] = await Promise.all([
    evaluation([...modelRun("run"), "--calls", "5"]),
    evaluation([...dying, "--model", `openai:${gone.url}#scripted`]),
    evaluation(["--path", "data", "--out", "data/questions.jsonl"]),
  ]);
  expect(other).toMatchObject({ code: 2, out: "" });
  expect(other.err).toBe("run has a run with --calls 10, not 5: name another folder with --out.\n");
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err).toMatch(/endpoint .* cannot be reached .* Start it, or check the address\./);
  expect(await contentOf("dying", "records.jsonl")).toBe("");
  expect(file).toMatchObject({ code: 2, out: "" });
  expect(file.err).toContain("questions.jsonl/run.json cannot be read");
});

test.runIf(isLong)(
  "names the line and field of invalid data, and keeps what was recorded",
  async () => {
    await cp(inFolder("run"), inFolder("broken"), { recursive: true });
    const records = await contentOf("run", "records.jsonl");
    const lines = records.split("\n");
    lines[1] = lines[1]?.replace('"recordVersion":1,', "") ?? "";
    await writeFile(inFolder("broken", "records.jsonl"), lines.join("\n"));
    const questions = await contentOf("data", "questions.jsonl");
    await writeFile(inFolder("data", "questions.jsonl"), questions.replace('"page":2', '"page":7'));
    const [badRecord, badPage] = await Promise.all([
      evaluation(modelRun("broken")),
      evaluation(modelRun("run")),
    ]);
    expect(badRecord).toMatchObject({ code: 2, out: "" });
    expect(badRecord.err).toContain('records.jsonl, line 2: the field "recordVersion" is missing');
    expect(await contentOf("broken", "records.jsonl")).toBe(lines.join("\n"));
    expect(badPage).toMatchObject({ code: 2, out: "" });
    expect(badPage.err).toMatch(
      /questions\.jsonl, line 2: "evidence\[0\]" names page 7 of .*2 pages/,
    );
    expect(await contentOf("run", "records.jsonl")).toBe(records);
  },
);
