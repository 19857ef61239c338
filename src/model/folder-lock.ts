/**
 * Runs `work` while no other tab or worker of this origin works on the files of the model in `folder`,
 * so that two of them do not download the same, and none deletes what another one counts on. Rejects
 * with the signal's reason when it aborts while the folder is taken.
 */
export async function withFolder<T>(
  folder: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // Where there are no locks, as outside of secure contexts, there is no store that is shared either.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return work();
  const options: LockOptions = signal ? { signal } : {};
  return await locks.request(`pagehound:files:${folder}`, options, work);
}
