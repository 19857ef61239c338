import { readFile } from "node:fs/promises";
import { ourProcesses } from "../our-processes.js";

/**
 * Seconds of processor time used so far by the processes of our browser; null where the system does
 * not report it (anything but Linux). Unlike wall-clock time, it barely depends on other programs.
 */
export async function browserTime(): Promise<number | null> {
  const ours = await ourProcesses(readProcess);
  if (ours.length === 0) return null;
  const browsers = ours.filter(({ isBrowser }) => isBrowser);
  return browsers.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

/** Linux reports process times in hundredths of a second on every platform that browsers run on. */
const ticksPerSecond = 100;

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly isBrowser: boolean;
  readonly ticks: number;
}

async function readProcess(pid: string): Promise<ProcessTime> {
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
}
