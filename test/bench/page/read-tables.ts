import { connect } from "../../../src/core/rpc/remote.js";
import { hostWorker } from "../../../src/core/rpc/worker-host.js";
import type { StatementColumns } from "../tables/statements.js";
import type { FoundTable, ReadTablesApi } from "./read-tables.worker.js";

/** The contents of a file of the harness, and the time it took. */
export interface ReadFile {
  readonly tables: readonly FoundTable[];
  readonly statements: readonly StatementColumns[];
  /** Reading only the text. */
  readonly textMilliseconds: number;
  /** Reading the text with what is needed to find tables, and finding them. */
  readonly milliseconds: number;
}

/**
 * Finds the tables of a file, and also reads only its text, each in a separate worker that has
 * already read the file once: starting takes longer than a short file.
 */
export async function readTables(request: {
  file: number;
  /** Which of the two comes first; it alternates, to be fair. */
  textFirst: boolean;
  /** Only finds tables, without timing. */
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
