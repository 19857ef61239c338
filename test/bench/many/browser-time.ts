import { readdir, readFile } from "node:fs/promises";

/**
 * Seconds of processor time used so far by the processes of our browser; null where the system does
 * not report it (anything but Linux). Unlike wall-clock time, it barely depends on other programs.
 */
export async function browserTime(): Promise<number | null> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  if (found.length === 0) return null;
  const parents = new Map(found.map(({ pid, parent }) => [pid, parent]));
  const ours = found.filter(({ pid, isBrowser }) => isBrowser && descends(pid, parents));
  return ours.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

/** Linux reports process times in hundredths of a second on every platform that browsers run on. */
const ticksPerSecond = 100;

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly isBrowser: boolean;
  readonly ticks: number;
}

/** Returns null for a process that has exited in the meantime. */
async function readProcess(pid: string): Promise<ProcessTime | null> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // After the name, which may contain anything, come state, parent, …, user time, system time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      isBrowser: /chrom|edge/i.test(command),
      ticks: Number(fields[11]) + Number(fields[12]),
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
