import { readdir } from "node:fs/promises";

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/**
 * The processes that this one started, directly or not, as `read` describes them; empty where the
 * system does not list them (anything but Linux). Those for which `read` rejects have exited in the
 * meantime.
 */
export async function ourProcesses<T extends Process>(
  read: (pid: string) => Promise<T>,
): Promise<T[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => read(pid).catch(() => null)));
  const processes = found.filter((one) => one !== null);
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  return processes.filter(({ pid }) => descends(pid, parents));
}

function descends(pid: number, parents: ReadonlyMap<number, number>): boolean {
  let ancestor = parents.get(pid);
  while (ancestor !== undefined && ancestor !== process.pid) ancestor = parents.get(ancestor);
  return ancestor === process.pid;
}
