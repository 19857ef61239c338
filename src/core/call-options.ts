/** Options every asynchronous function of the library takes as its last argument. */
export interface CallOptions<Progress = never> {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each step that is reported, in order, before the call settles. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}
