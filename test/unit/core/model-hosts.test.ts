import { expect, test } from "vitest";
import { ModelHosts, publicModelHosts } from "../../../src/core/model-hosts.js";
import { publishedBases } from "../../../src/models/web-llm/models.js";
import { recommendedCpuModels } from "../../../src/models/wllama/models.js";

const weights = "https://huggingface.co/mlc-ai/Qwen3-0.6B-q4f16_1-MLC/resolve/main/";

test.each(["", " ", "none", "huggingface", "ftp://files.example", "a b=c"])(
  "allows no downloads if the hosts are “%s”",
  (text) => {
    const hosts = new ModelHosts(text);
    expect([hosts.names, hosts.sources, hosts.resolve(weights)]).toEqual([[], [], null]);
  },
);

test("allows a host with its redirect targets, and no other", () => {
  const hosts = new ModelHosts("huggingface.co");
  expect(hosts.names).toEqual(["huggingface.co"]);
  expect(hosts.sources).toEqual([
    "https://huggingface.co",
    "https://*.huggingface.co",
    "https://*.hf.co",
  ]);
  expect(hosts.resolve(weights)).toBe(weights);
  expect(hosts.resolve("https://raw.githubusercontent.com/a")).toBeNull();
  expect(hosts.resolve("https://evil.example/huggingface.co")).toBeNull();
});

test("a mirror replaces a host", () => {
  const hosts = new ModelHosts("huggingface.co=https://mirror.example:8443/ignored");
  expect(hosts.names).toEqual(["mirror.example:8443"]);
  expect(hosts.sources).toEqual(["https://mirror.example:8443"]);
  expect(hosts.resolve(weights)).toBe(
    "https://mirror.example:8443/mlc-ai/Qwen3-0.6B-q4f16_1-MLC/resolve/main/",
  );
});

test("the public hosts have all recommended models", () => {
  const hosts = new ModelHosts(publicModelHosts);
  const { modelBase, modelLibBase } = publishedBases;
  for (const url of [modelBase, modelLibBase, ...recommendedCpuModels.map((one) => one.url)]) {
    expect(hosts.resolve(url)).toBe(url);
  }
});

test("every model for the CPU has a fixed file version, with hash and licence", () => {
  for (const { url, file, sha256, license, downloadBytes } of recommendedCpuModels) {
    expect(url).toMatch(/^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\//);
    expect(url.endsWith(`/${file}`)).toBe(true);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(license).toBe("Apache-2.0");
    expect(downloadBytes).toBeGreaterThan(1e8);
  }
  const sizes = recommendedCpuModels.map(({ downloadBytes }) => downloadBytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
});
