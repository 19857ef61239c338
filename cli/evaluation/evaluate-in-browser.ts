import type { EvaluationEvent } from "../../src/evaluation/evaluation-run.js";
import { driveChromium } from "../driver.js";
import { localModelMounts, onnxFolder, threadHeaders } from "../engine-folders.js";
import { type LocalPageModel, pageModel } from "../harness.js";
import { type Endpoint, isLocal, type LocalModel } from "../model-spec.js";
import { shownAddresses } from "../shown-addresses.js";
import type { EmbedderFolder } from "./embedder-folder.js";
import { endpointTimes, judgeOutside } from "./judge-outside.js";
import { KeptVectors } from "./kept-vectors.js";
import type { LocalDataSet } from "./load-data-sets.js";

/** The strategies to run over a data set. */
export interface EvaluationRequest extends Omit<LocalDataSet, "layout"> {
  readonly strategies: readonly string[];
  readonly model: Endpoint | LocalModel | null;
  readonly context: number | null;
  readonly judge: Endpoint | null;
  readonly embedder: EmbedderFolder | null;
  /** Folder in which vectors are kept for later runs; null keeps none. */
  readonly vectors: string | null;
  readonly apiKey: string | undefined;
  readonly limit: number | null;
  readonly calls: number;
  /** Seconds that a model may be silent; null for the library's own default. */
  readonly timeout: number | null;
  readonly replay: boolean;
  /** Records of earlier runs as lines of JSON. */
  readonly recorded: readonly string[];
}

/** The events of a run, without scores, and without records except those of a replay. */
export type EvaluationProgress =
  | Exclude<EvaluationEvent, { type: "report" | "question" }>
  | { readonly type: "record"; readonly line: string }
  | {
      readonly type: "question";
      readonly strategy: string;
      readonly done: number;
      readonly total: number;
      /** Whether it was taken from the recording. */
      readonly kept: boolean;
      /** See `recordKey`. */
      readonly key: string;
      readonly line: string | null;
    };

/** The facts about a run that only the page knows. */
export interface EvaluationEnd {
  readonly documents: number;
  readonly pages: number;
  readonly model: string | null;
  readonly embedder: string | null;
  readonly judge: string | null;
  readonly notes: readonly string[];
  readonly skipped: readonly { readonly strategy: string; readonly reason: string }[];
  readonly replayed: {
    readonly same: number;
    readonly different: readonly { readonly question: string; readonly difference: string }[];
  } | null;
}

/** Invalid input that the page reports, as opposed to an internal error. */
export interface EvaluationProblem {
  readonly code: string;
  readonly message: string;
}

/** Runs strategies over a data set in a fresh browser. */
export async function evaluateInBrowser(
  request: EvaluationRequest,
  onProgress: (event: EvaluationProgress) => Promise<void>,
): Promise<EvaluationEnd | EvaluationProblem> {
  const { dataSet, folder, files, model, judge, embedder, apiKey, recorded } = request;
  const { strategies, limit, calls, timeout, replay } = request;
  const local = model && isLocal(model) ? model : null;
  const remote = model && !isLocal(model) ? model : null;
  let kept: KeptVectors | null = null;
  return driveChromium(
    async ({ page, url, setFiles, setModel }) => {
      if (local?.engine === "wllama") await setModel(local.files);
      const endpoint = remote && {
        url: `${url}/model`,
        named: remote.url,
        model: remote.model ?? undefined,
        apiKey,
        contextLength: request.context ?? undefined,
        ...endpointTimes(timeout),
      };
      const shown = shownAddresses(remote, url);
      await page.exposeFunction("reportEvaluation", (event: string) =>
        onProgress(shown(JSON.parse(event))),
      );
      await page.exposeFunction("takeFile", async (path: string) => {
        if (!files.paths.includes(path)) return false;
        await setFiles([`${folder}/${path}`]);
        return true;
      });
      await page.exposeFunction(
        "keptVectors",
        async (made: string, dimensions: number, keys: readonly string[]) => {
          if (request.vectors === null) return null;
          kept ??= await KeptVectors.open(request.vectors, made, dimensions);
          return kept.get(keys);
        },
      );
      await page.exposeFunction("keepVectors", (vectors: readonly (readonly [string, string])[]) =>
        kept?.put(vectors),
      );
      const outside = judge && (await judgeOutside(judge, apiKey, timeout));
      if (outside) await page.exposeFunction("askJudge", outside.ask);
      // In pieces, because messages to the page have a maximum length.
      await page.exposeFunction("recordedLines", (start: number) =>
        recorded.slice(start, start + 500),
      );
      const end = await page.evaluate(evaluateInPage, {
        ...{ dataSet, strategies, limit, calls, timeout, replay, endpoint },
        local: local && pageModel(local, request.context ?? undefined),
        embedder: embedder?.id ?? null,
        paths: files.paths,
        judgeInfo: outside?.info ?? null,
      });
      return shown(end);
    },
    {
      ...(remote ? { model: remote.url } : {}),
      ...(local || embedder ? { headers: threadHeaders } : {}),
      mounts: {
        ...(embedder
          ? { "/embedder/": embedder.folder, "/assets/onnx/": onnxFolder("--embedder") }
          : {}),
        ...(local ? localModelMounts(local) : {}),
      },
    },
  ).finally(() => kept?.close());
}

type PageRequest = Pick<
  EvaluationRequest,
  "dataSet" | "strategies" | "limit" | "calls" | "timeout" | "replay"
> & {
  readonly endpoint: {
    readonly url: string;
    readonly named: string;
    readonly model: string | undefined;
    readonly apiKey: string | undefined;
    readonly contextLength: number | undefined;
    readonly timeout?: number;
    readonly replyTimeout?: number;
  } | null;
  /** A model on this machine; null for none. */
  readonly local: LocalPageModel | null;
  readonly paths: readonly string[];
  readonly judgeInfo: import("../../src/index.js").ModelInfo | null;
  /** Id of the served embedder. */
  readonly embedder: string | null;
};

async function evaluateInPage(request: PageRequest): Promise<EvaluationEnd | EvaluationProblem> {
  const { library, models, evaluation, files: paths } = globalThis.harness;
  const { dataSet, endpoint, judgeInfo, strategies, limit, calls, timeout, replay } = request;
  type Model = import("../../src/index.js").LanguageModel;
  type Logged = import("../../src/evaluation/api.js").EvaluationRecord;
  const report = (event: EvaluationProgress) => globalThis.reportEvaluation(JSON.stringify(event));
  try {
    let model: Model | undefined = request.local
      ? await globalThis.harness.openLocal(request.local)
      : undefined;
    if (endpoint) {
      const connected = await models.connectEndpoint(endpoint);
      const { info } = connected;
      model = {
        // The address of the endpoint, not that of the proxy, which differs every time.
        info: {
          ...info,
          id: info.id.replace(endpoint.url, endpoint.named),
          sendsTo: new URL(endpoint.named).origin,
        },
        complete: (prompt, options) => connected.complete(prompt, options),
        unload: () => connected.unload(),
      };
    }
    const judge: Model | undefined = judgeInfo
      ? {
          info: judgeInfo,
          complete: async (prompt) => {
            const judged = JSON.parse(await globalThis.askJudge(JSON.stringify(prompt)));
            if ("reply" in judged) return judged.reply;
            throw new library.PagehoundError(judged.code, judged.message);
          },
          unload: async () => {},
        }
      : undefined;
    const loaded =
      request.embedder === null
        ? undefined
        : await models.loadEmbedder({
            url: "/embedder/",
            id: request.embedder,
            assetsBase: "/assets/onnx/",
            cache: false,
          });
    type Embedder = import("../../src/entries/models.js").Embedder;
    const keyOf = async (kind: string, text: string): Promise<string> => {
      const bytes = new TextEncoder().encode(`${kind}\n${text}`);
      const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 16);
      return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
    };
    const embedder: Embedder | undefined = loaded && {
      info: loaded.info,
      embed: async (texts, options) => {
        const { id, version, dimensions } = loaded.info;
        const keys = await Promise.all(texts.map((text) => keyOf(options.kind, text)));
        const kept = await globalThis.keptVectors(`${id} ${version}`, dimensions, keys);
        const missing = texts.filter((_, index) => !kept?.[index]);
        const made = await loaded.embed(missing, options);
        let next = 0;
        const fresh: [string, string][] = [];
        const vectors = texts.map((_, index) => {
          const stored = kept?.[index];
          const bytes = stored ? Uint8Array.from(atob(stored), (one) => one.charCodeAt(0)) : null;
          if (bytes) return new Float32Array(bytes.buffer);
          const vector = made[next++] ?? new Float32Array(dimensions);
          const view = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
          fresh.push([keys[index] ?? "", btoa(String.fromCharCode(...view))]);
          return vector;
        });
        if (kept && fresh.length > 0) await globalThis.keepVectors(fresh);
        return vectors;
      },
      unload: () => loaded.unload(),
    };
    let lastReport = 0;
    const texts = dataSet.documents.every(({ text }) => text !== null);
    // The browser's profile is new every time; thousands of texts are read faster without a disk.
    const collection = await library.Pagehound.open({
      name: "evaluation",
      persist: false,
      storage: texts ? "memory" : "disk",
    });
    for await (const event of evaluation.evaluate({
      dataSet,
      strategies,
      calls,
      replay,
      limit: limit ?? undefined,
      // For an endpoint, its connection times out a little earlier.
      turnTimeout: timeout === null ? undefined : timeout * 1000 + (endpoint ? 60_000 : 0),
      model,
      judge,
      embedder,
      collection,
      files: {
        paths: request.paths,
        file: async (path) => {
          const file = (await globalThis.takeFile(path)) ? paths()[0] : undefined;
          if (file) return file;
          throw new library.PagehoundError(
            "not-found",
            `There is no file ${path} in the data set.`,
          );
        },
      },
      log: {
        read: async () => {
          const records: Logged[] = [];
          while (true) {
            const lines = await globalThis.recordedLines(records.length);
            if (lines.length === 0) return records;
            for (const line of lines) records.push(JSON.parse(line));
          }
        },
        append: (record) => report({ type: "record", line: JSON.stringify(record) }),
      },
    })) {
      if (event.type === "report") {
        const { documents, pages, notes, skipped, replayed } = event.report;
        const { model, judge, embedder } = event.report;
        return { documents, pages, notes, skipped, replayed, model, judge, embedder };
      }
      if (event.type === "question") {
        const { strategy, done, total, kept, scored } = event;
        const { dataSet: of, question, model: by } = scored.record;
        const key = JSON.stringify([of, question, strategy, by]);
        const line = replay ? JSON.stringify(scored.record) : null;
        await report({ type: "question", strategy, done, total, kept, key, line });
        continue;
      }
      const counts = event.type === "documents" || event.type === "prepare";
      if (counts && event.done < event.total && Date.now() - lastReport < 500) continue;
      if (counts) lastReport = Date.now();
      await report(event);
    }
    throw new Error("The evaluation ended without a report.");
  } catch (error) {
    const expected = [
      "invalid-data",
      "invalid-argument",
      "endpoint-failed",
      "no-documents",
      "download-failed",
      "model-failed",
      "unknown-model",
    ];
    if (!library.PagehoundError.isInstance(error) || !expected.includes(error.code)) throw error;
    const { code, message } = error;
    return { code, message };
  }
}

declare global {
  function reportEvaluation(event: string): Promise<void>;
  function takeFile(path: string): Promise<boolean>;
  function askJudge(request: string): Promise<string>;
  /** Null if none are kept. */
  function keptVectors(
    made: string,
    dimensions: number,
    keys: readonly string[],
  ): Promise<readonly (string | null)[] | null>;
  function keepVectors(vectors: readonly (readonly [key: string, vector: string])[]): Promise<void>;
  function recordedLines(start: number): Promise<readonly string[]>;
}
