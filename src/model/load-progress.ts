/** How far the loading of a model is. */
export interface LoadProgress {
  /**
   * - `download`: files come from the network or, when they are stored already, from the device.
   * - `prepare`: the engine takes them into memory and compiles what it needs.
   * - `check`: a first token is asked for, since only then is it certain that the model works.
   */
  readonly phase: "download" | "prepare" | "check";
  /** Bytes that are here, of `totalBytes`; both 0 while nothing is known. */
  readonly loadedBytes: number;
  /** Bytes in all; null when nobody says. */
  readonly totalBytes: number | null;
  /** Milliseconds still to wait for the download, from its speed so far; null while it cannot be told. */
  readonly millisecondsLeft: number | null;
}
