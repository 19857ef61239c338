import { readdir, readFile } from "node:fs/promises";

/**
 * Bytes of memory of our browser's largest page process, which runs the page and its workers; null
 * where the system does not report it (anything but Linux).
 */
export async function pageProcessMemory(): Promise<number | null> {
  const sizes = await processSizes("renderer");
  return sizes.length === 0 ? null : Math.max(...sizes);
}

/** Bytes of our browser's page and graphics processes; null as above. */
export async function graphicsMemory(): Promise<number | null> {
  const sizes = [...(await processSizes("renderer")), ...(await processSizes("gpu-process"))];
  return sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0);
}

async function processSizes(type: "renderer" | "gpu-process"): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(pids.map(readProcess));
  const parents = new Map(processes.flatMap((one) => (one ? [[one.pid, one.parent]] : [])));
  const ours = processes.filter((one) => one?.type === type && descends(one.pid, parents));
  return ours.map((one) => one?.bytes ?? 0);
}

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Chromium's process type; "" for another program's process. */
  readonly type: string;
  readonly bytes: number;
}

/** Returns null for a process that has exited in the meantime. */
async function readProcess(pid: string): Promise<ProcessFacts | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return {
      pid: Number(pid),
      parent: number("PPid"),
      type: /--type=([\w-]+)/.exec(command)?.[1] ?? "",
      bytes: number("VmRSS") * 1024,
    };
  } catch {
    return null;
  }
}

function descends(pid: number, parents: ReadonlyMap<number, number>): boolean {
  let ancestor = parents.get(pid);
  while (ancestor !== undefined && ancestor !== process.pid) ancestor = parents.get(ancestor);
  return ancestor === process.pid;
}
