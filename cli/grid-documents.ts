import type { GridColumnInput } from "../src/core/index.js";
import type { GridEvent, GridTable } from "../src/grid/index.js";
import type { AskProgress } from "./ask-documents.js";
import { BadInput } from "./bad-input.js";
import { type AskingInput, driveAsking, namedRefusals, nothingReadable } from "./drive-asking.js";
import type { Refusal } from "./gather-files.js";
import type { GridArguments } from "./grid-arguments.js";
import type { PageModel } from "./harness.js";

/** Questions about a few files. */
export interface GridRequest
  extends AskingInput,
    Pick<GridArguments, "strategy" | "calls" | "title"> {
  readonly columns: readonly GridColumnInput[];
}

/** The events while files are read and questions are answered. */
export type GridRunProgress = AskProgress | GridEvent;

/** The answers, with files named as the person typed them. */
export interface GridOutcome {
  readonly table: GridTable;
  readonly refused: readonly Refusal[];
}

/**
 * Reads the files in a fresh browser and asks each question of each. Throws `BadInput` if the model
 * is unreachable or fails three times in a row, or if none of the files can be read.
 */
export function gridDocuments(
  { columns, title, strategy, calls, ...input }: GridRequest,
  onProgress: (event: GridRunProgress) => void,
): Promise<GridOutcome> {
  return driveAsking(input, onProgress, async ({ page, pageModel, paths, named, shown }) => {
    await page.exposeFunction("reportAnswer", onProgress);
    const request = { columns, title, strategy, calls, paths, pageModel };
    const outcome = shown(await page.evaluate(gridInPage, request));
    if ("unreachable" in outcome) throw new BadInput(outcome.unreachable);
    const refused = namedRefusals(outcome.refused, named);
    if (!outcome.table) throw new BadInput(nothingReadable(refused));
    const rows = outcome.table.rows.map(({ document, answers }) => ({
      document: { ...document, path: named.get(document.path) ?? document.path },
      answers,
    }));
    return { table: { ...outcome.table, rows }, refused };
  });
}

interface PageRequest extends Pick<GridRequest, "columns" | "title" | "strategy" | "calls"> {
  readonly paths: readonly string[];
  readonly pageModel: PageModel;
}

type PageOutcome =
  | { readonly unreachable: string }
  | {
      readonly refused: readonly Refusal[];
      /** Null if no file could be read. */
      readonly table: GridTable | null;
    };

async function gridInPage(request: PageRequest): Promise<PageOutcome> {
  const { library, addFiles, openModel } = globalThis.harness;
  const { columns, title, strategy, calls, paths, pageModel } = request;
  const opened = await openModel(pageModel);
  if ("unreachable" in opened) return opened;
  const collection = await library.Pagehound.open({ name: "grid" });
  const { refused, allRefused } = await addFiles(collection, paths);
  if (allRefused) return { refused, table: null };
  try {
    const input = { id: "grid", columns, ...(title === null ? {} : { title }) };
    const run = collection.grid(input, { model: opened.model, strategy, calls });
    for await (const event of run) void globalThis.reportAnswer(event);
    return { refused, table: await run };
  } catch (error) {
    if (!library.PagehoundError.isInstance(error)) throw error;
    if (error.code === "model-failed" || error.code === "invalid-argument") {
      return { unreachable: error.message };
    }
    throw error;
  }
}

declare global {
  function reportAnswer(event: GridEvent): Promise<void>;
}
