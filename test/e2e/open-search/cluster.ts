import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { repository } from "../../driver/repository.js";

const run = promisify(execFile);

/** Where the engine's files are cached between runs. */
const kept = path.join(repository, ".cache/open-search");

/** The folder of a Java version recent enough for OpenSearch, or null. */
async function findJava(): Promise<string | null> {
  const found = [process.env.JAVA_HOME ?? ""];
  const folder = "/usr/lib/jvm";
  const names = await readdir(folder).catch(() => []);
  found.push(...names.map((name) => path.join(folder, name)));
  for (const home of found.filter((each) => each !== "")) {
    const java = path.join(home, "bin/java");
    try {
      const { stderr } = await run(java, ["-version"]);
      if (Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) >= 21) return home;
    } catch {
      // Java is missing, or does not run here.
    }
  }
  return null;
}

/** Why no engine can be started here; null if one can. */
export async function whyNoCluster(): Promise<string | null> {
  const maven = await run("mvn", ["-v"]).then(
    () => true,
    () => false,
  );
  const java = await findJava();
  if (maven && java !== null) return null;
  return `OpenSearch is not tried: ${maven ? "" : "Maven "}${maven || java ? "" : "and "}${java ? "" : "a Java of 21 or newer "}is missing.`;
}

/** OpenSearch, started for a test, with all nodes in one process. */
export class Cluster {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, folder: string) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
  }

  /** Downloads the engine unless it is cached, and waits until this many nodes respond. */
  static async start(nodes: number): Promise<Cluster> {
    const home = await findJava();
    if (home === null) throw new Error("There is no Java that is new enough.");
    const environment = { ...process.env, JAVA_HOME: home };
    const library = path.join(kept, "lib");
    await mkdir(kept, { recursive: true });
    for (const file of ["pom.xml", "Cluster.java"]) {
      await cp(path.join(import.meta.dirname, file), path.join(kept, file));
    }
    const exists = await access(library).then(
      () => true,
      () => false,
    );
    if (!exists) {
      const copy = ["-q", "dependency:copy-dependencies", "-DoutputDirectory=lib.part"];
      await run("mvn", copy, { cwd: kept, env: environment });
      await cp(path.join(kept, "lib.part"), library, { recursive: true });
      await rm(path.join(kept, "lib.part"), { recursive: true });
    }
    const classes = ["-cp", "lib/*"];
    await run(path.join(home, "bin/javac"), [...classes, "Cluster.java"], { cwd: kept });
    const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-cluster-"));
    const started = spawn(
      path.join(home, "bin/java"),
      ["-Xmx1g", "-cp", "lib/*:.", "Cluster", String(nodes), folder],
      { cwd: kept, stdio: ["pipe", "ignore", "ignore"] },
    );
    const url = "http://127.0.0.1:9201";
    for (;;) {
      if (started.exitCode !== null) throw new Error("OpenSearch ended before it answered.");
      const health = await fetch(`${url}/_cluster/health`)
        .then(
          (answer) => answer.json() as Promise<{ number_of_nodes: number; cluster_name: string }>,
        )
        .catch(() => null);
      if (health?.cluster_name === "pagehound-test" && health.number_of_nodes === nodes) break;
      await setTimeout(500);
    }
    return new Cluster(url, started, folder);
  }

  /** Stops one of the nodes, numbered from 0. */
  stopNode(number: number): void {
    this.#process.stdin?.write(String(number));
  }

  /** Stops all nodes. Calling it again does nothing. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once("close", resolve));
    this.#process.stdin?.end();
    await Promise.race([ended, setTimeout(30_000)]);
    this.#process.kill("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true });
  }
}
