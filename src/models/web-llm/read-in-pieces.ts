/** The used part of web-llm 0.2.86's prompt reader. None of it is public. */
export interface PromptReader {
  /** Maximum number of tokens per chunk, which are computed at once. */
  prefillChunkSize: number;
  /** The prompt in tokens, and how many there are. */
  getInputData(): Promise<readonly [unknown, number, unknown]>;
  /** Computes a chunk of a prompt, or the last written token. Resolves once it is queued. */
  embedAndForward(input: unknown, length: number): Promise<unknown>;
  /** Resolves once everything queued is computed. */
  readonly device: { sync(): Promise<void> };
}

/** How a prompt is read from now on. */
export interface Reading {
  /**
   * Must be called before each request; `onRead` gets the tokens that were read, and the total.
   * `size` fixes the number of tokens in a piece, which otherwise depends on the measured speed.
   */
  begin(onRead: (read: number, total: number) => void, size?: number): void;
  /** Rejects the request after the current piece, if the prompt is still being read. */
  interrupt(): void;
  /** Restores web-llm's own reading. */
  end(): void;
}

/** Milliseconds that a piece may take: people wait that long for an abort. */
const pieceTime = 500;
/** Kernels compute eight tokens in the time of one. */
export const fewestTokens = 8;
/** Tokens of the first piece, before the speed is known. */
const firstTokens = 32;

/**
 * Makes web-llm read prompts in pieces of about half a second, each computed before the next is
 * queued. By itself it queues a whole prompt, which cannot be cancelled: an abort would wait for
 * all of it, even if the engine's worker is ended.
 */
export function readInPieces(reader: PromptReader, now: () => number): Reading {
  const most = reader.prefillChunkSize;
  const { getInputData, embedAndForward } = reader;
  const inputData = getInputData.bind(reader);
  const forward = embedAndForward.bind(reader);
  let piece = Math.min(firstTokens, most);
  let [read, total, isInterrupted] = [0, 0, false];
  let report: (read: number, total: number) => void = () => {};
  reader.getInputData = async () => {
    const data = await inputData();
    total = data[1];
    return data;
  };
  reader.embedAndForward = async (input, length) => {
    if (read >= total) return forward(input, length);
    if (isInterrupted) throw new Error("The prompt was not read to its end.");
    const start = now();
    const output = await forward(input, length);
    await reader.device.sync();
    read += length;
    if (length >= fewestTokens) {
      const tokens = Math.floor((length / (now() - start)) * pieceTime);
      piece = Math.min(most, Math.max(fewestTokens, tokens));
    }
    report(read, total);
    return output;
  };
  return {
    begin(onRead, size = piece) {
      [read, total, isInterrupted, report] = [0, 0, false, onRead];
      reader.prefillChunkSize = Math.min(most, size);
    },
    interrupt() {
      isInterrupted = true;
    },
    end() {
      Object.assign(reader, { prefillChunkSize: most, getInputData, embedAndForward });
    },
  };
}

/** The probability of a token, as its logarithm. */
export interface Likelihood {
  readonly token: string;
  readonly logprob: number;
}

/** Rounding to 32 bits changed nothing in four decimals; the error to detect made it 0.52. */
const tolerance = 0.25;

/** Whether two ways of reading a prompt agree on the likeliest token and its probability. */
export function isSameComputation(one: Likelihood, other: Likelihood): boolean {
  return one.token === other.token && Math.abs(one.logprob - other.logprob) < tolerance;
}
