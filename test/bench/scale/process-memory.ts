import { readdir, readFile } from "node:fs/promises";

/**
 * Bytes of memory that the largest of our browser's page processes holds, which runs the page and
 * its workers; null where the system does not tell (anything but Linux).
 */
export async function pageProcessMemory(): Promise<number | null> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const processes = await Promise.all(pids.map(readProcess));
  const parents = new Map(processes.flatMap((one) => (one ? [[one.pid, one.parent]] : [])));
  const ours = processes.filter((one) => one?.isRenderer && descends(one.pid, parents));
  const sizes = ours.map((one) => one?.bytes ?? 0);
  return sizes.length === 0 ? null : Math.max(...sizes);
}

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly isRenderer: boolean;
  readonly bytes: number;
}

/** Null for a process that ended meanwhile. */
async function readProcess(pid: string): Promise<ProcessFacts | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    return {
      pid: Number(pid),
      parent: number("PPid"),
      isRenderer: command.includes("--type=renderer"),
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
