/** A file as it is given to the element. */
interface LaunchedFile {
  readonly file: File;
  readonly path: string;
  readonly handle: FileSystemFileHandle;
}

/** What a browser with file handlers has, which TypeScript does not know. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemHandle[] }) => void): void;
}

/** Gives each file that the installed site was opened with to `take`. */
export function takeLaunched(take: (files: readonly LaunchedFile[]) => Promise<unknown>): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => void read(files).then(take));
}

async function read(handles: readonly FileSystemHandle[]): Promise<LaunchedFile[]> {
  const files = handles.filter((handle) => handle instanceof FileSystemFileHandle);
  const read = await Promise.allSettled(
    files.map(async (handle) => ({ file: await handle.getFile(), path: handle.name, handle })),
  );
  // One that is gone by now does not keep the others away.
  return read.filter((one) => one.status === "fulfilled").map(({ value }) => value);
}
