import { readFile } from "node:fs/promises";
import { ourProcesses } from "../our-processes.js";

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
  const ours = await ourProcesses(readProcess);
  return ours.filter((one) => one.type === type).map(({ bytes }) => bytes);
}

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Chromium's process type; "" for another program's process. */
  readonly type: string;
  readonly bytes: number;
}

async function readProcess(pid: string): Promise<ProcessFacts> {
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
}
