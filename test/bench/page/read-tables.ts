import { connect } from "../../../src/core/rpc/remote.js";
import { hostWorker } from "../../../src/core/rpc/worker-host.js";
import type { StatementColumns } from "../tables/statements.js";
import type { FoundTable, ReadTablesApi } from "./read-tables.worker.js";

/** The contents of a harness file, and how long reading took. */
export interface ReadFile {
  readonly tables: readonly FoundTable[];
  readonly statements: readonly StatementColumns[];
  /** Time to read only the text. */
  readonly textMilliseconds: number;
  /** Time to read the text with what finding tables requires, and to find them. */
  readonly milliseconds: number;
}

/**
 * Finds a file's tables, and separately reads only its text. Each runs in its own worker, which has
 * already read the file once because starting up takes longer than a short file.
 */
export async function readTables(request: {
  file: number;
  /** Which of the two goes first; alternates for fairness. */
  textFirst: boolean;
  /** Only find tables, without timing. */
  untimed?: boolean;
}): Promise<ReadFile> {
  const file = globalThis.harness.files()[request.file];
  if (!file) throw new Error(`There is no file ${request.file}.`);
  const read = async (textAlone: boolean) => {
    const { remote, end } = startWorker();
    if (!request.untimed) await remote.read({ file, textAlone });
    const found = await remote.read({ file, textAlone });
    end();
    return found;
  };
  if (request.untimed) return { ...(await read(false)), textMilliseconds: 0 };
  const first = await read(request.textFirst);
  const second = await read(!request.textFirst);
  const [text, whole] = request.textFirst ? [first, second] : [second, first];
  return {
    tables: whole.tables,
    statements: whole.statements,
    textMilliseconds: text.milliseconds,
    milliseconds: whole.milliseconds,
  };
}

function startWorker() {
  const worker = new Worker(new URL("./read-tables.worker.ts", import.meta.url), {
    type: "module",
  });
  const assets = new URL("/dist/assets/", location.href).href;
  const hosted = hostWorker(() => worker, "reading of tables", { assets });
  const { remote, close } = connect<ReadTablesApi>(hosted.port);
  hosted.onFailure = close;
  return { remote, end: hosted.end };
}
