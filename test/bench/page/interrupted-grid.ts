import type { GridForm, GridInput, GridTable } from "../../../src/index.js";
import { openCollection } from "./ingest.js";

/** A grid and the server whose model answers; null for no model. */
export interface GridRun {
  readonly name: string;
  readonly grid: GridInput & { readonly id: string };
  readonly server: string | null;
  /** The model's context length in tokens. */
  readonly contextLength: number;
}

/** A step of a running grid: an answer was started or stored. */
export interface GridStep {
  readonly type: "answer-started" | "answer";
  readonly document: string;
  readonly column: string;
}

declare global {
  function gridStep(step: GridStep): Promise<void>;
}

/** Creates or resumes the grid, and reports each answer. */
export async function runGrid({ name, grid, server, contextLength }: GridRun): Promise<void> {
  const collection = await openCollection(name);
  const options =
    server === null
      ? {}
      : { model: await globalThis.harness.models.connectEndpoint({ url: server, contextLength }) };
  const isKnown = (await collection.grids.list()).some(({ id }) => id === grid.id);
  for await (const event of collection.grid(isKnown ? grid.id : grid, options)) {
    if (event.type === "waiting") continue;
    const { type, document, column } = event;
    await globalThis.gridStep({ type, document, column });
  }
  collection.close();
}

/** The grid as stored; null before it was created. */
export async function storedGrid(request: { name: string; id: string }): Promise<GridTable | null> {
  const collection = await openCollection(request.name);
  const exists = (await collection.grids.list()).some(({ id }) => id === request.id);
  const table = exists ? await collection.grids.get(request.id) : null;
  collection.close();
  return table;
}

/** The grid as a file, in base64. */
export async function gridAsFile(request: {
  name: string;
  id: string;
  form: GridForm;
}): Promise<string> {
  const collection = await openCollection(request.name);
  const file = await collection.grids.file(request.id, request.form);
  collection.close();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
