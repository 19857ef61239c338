/** A file as passed to the element. */
interface LaunchedFile {
  readonly file: File;
  readonly path: string;
  readonly handle: FileSystemFileHandle;
}

/** The launch queue of browsers with file handlers, which TypeScript lacks. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemHandle[] }) => void): void;
}

/** Passes each file that the installed site was opened with to `take`. */
export function takeLaunched(take: (files: readonly LaunchedFile[]) => Promise<unknown>): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => void read(files).then(take));
}

async function read(handles: readonly FileSystemHandle[]): Promise<LaunchedFile[]> {
  const files = handles.filter((handle) => handle instanceof FileSystemFileHandle);
  const read = await Promise.allSettled(
    files.map(async (handle) => ({ file: await handle.getFile(), path: handle.name, handle })),
  );
  // A file that no longer exists does not prevent the others.
  return read.filter((one) => one.status === "fulfilled").map(({ value }) => value);
}
