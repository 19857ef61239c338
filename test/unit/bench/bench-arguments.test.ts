import { expect, test } from "vitest";
import { benchArguments } from "../../bench/bench-arguments.js";

const known = { data: "/data", options: ["json", "passages", "files", "workers"] } as const;

test("uses off and the benchmark's own data by default", () => {
  expect(benchArguments([], known)).toEqual({
    path: "/data",
    json: false,
    list: false,
    grid: false,
    quick: false,
    ablation: false,
    passages: null,
    files: null,
    model: null,
    onnx: null,
    server: null,
    cache: null,
    questions: null,
    recognise: false,
    statements: false,
    against: null,
    embedder: null,
    misjudged: false,
    workers: null,
  });
});

test("reads options", () => {
  const parameters = ["--json", "--passages", "100,2000", "--path", "/other", "--files", "300"];
  const parsed = benchArguments(parameters, known);
  expect(parsed).toMatchObject({ path: "/other", json: true, passages: [100, 2000], files: 300 });
  expect(benchArguments(["--workers", "4"], known)?.workers).toBe(4);
  expect(benchArguments(["--workers", "all"], known)?.workers).toBe("all");
  expect(benchArguments(["--json", "--help"], known)).toBeNull();
});

test.each([
  [["--ablation"], "no option --ablation"],
  [["--surely-not"], "--surely-not"],
  [["--passages", "100,100"], '"100,100"'],
  [["--passages", "many"], '"many"'],
  [["--files", "0"], '"0"'],
  [["--workers", "most"], '--workers needs a whole number, not "most"'],
  [["stray"], "stray"],
])("rejects %j, naming the mistake", (parameters, named) => {
  expect(() => benchArguments(parameters, known)).toThrow(named);
});
