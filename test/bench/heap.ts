import type { CDPSession, Page } from "playwright";

/**
 * Bytes of JavaScript memory, including array buffers, by worker file name, with "page" for the
 * page.
 */
export async function heapByThread(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  const workers = watchWorkers(session);
  // Attaches to the workers already running; each then reports through its own session.
  await session.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const heap = new Map<string, number>();
  await session.send("HeapProfiler.collectGarbage");
  heap.set("page", sum(await session.send("Runtime.getHeapUsage")));
  for (const { name, ask } of workers.found) {
    await ask("HeapProfiler.collectGarbage");
    heap.set(name, (heap.get(name) ?? 0) + sum(await ask("Runtime.getHeapUsage")));
  }
  await session.detach();
  return heap;
}

/** Total bytes of the workers whose file names start with `worker`; 0 if there are none. */
export function heapOf(heap: ReadonlyMap<string, number>, worker: string): number {
  return [...heap].reduce((sum, [name, bytes]) => sum + (name.startsWith(worker) ? bytes : 0), 0);
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

interface WorkerSession {
  readonly name: string;
  ask(method: string): Promise<HeapUsage>;
}

function sum({ usedSize, backingStorageSize = 0 }: HeapUsage): number {
  return usedSize + backingStorageSize;
}

function watchWorkers(session: CDPSession): { readonly found: WorkerSession[] } {
  const found: WorkerSession[] = [];
  const waiting = new Map<number, (result: HeapUsage) => void>();
  let nextId = 1;
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result: HeapUsage };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    found.push({
      name: targetInfo.url.split("/").at(-1) ?? targetInfo.url,
      ask(method) {
        const id = nextId++;
        const message = JSON.stringify({ id, method });
        return new Promise((resolve, reject) => {
          waiting.set(id, resolve);
          session.send("Target.sendMessageToTarget", { sessionId, message }).catch(reject);
        });
      },
    });
  });
  return { found };
}
