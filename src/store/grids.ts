import { gridVersion, type StoredGrid, type StoredGridAnswer } from "./schema.js";
import type { Database } from "./transaction.js";

/** A grid with all that belongs to it. */
export interface WholeGrid {
  readonly grid: StoredGrid;
  readonly answers: readonly StoredGridAnswer[];
}

/** An answer to be stored. */
export type NewGridAnswer = Pick<StoredGridAnswer, "column" | "hash" | "answer">;

const stores = ["grids", "gridAnswers"] as const;

/** The grids of one collection. Each change is written whole or not at all. */
export class Grids {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All grids, without their answers, in no particular order. */
  all(): Promise<StoredGrid[]> {
    return this.#database.read(["grids"], (reading) => reading.objectStore("grids").getAll());
  }

  get(id: string): Promise<StoredGrid | undefined> {
    return this.#database.read(["grids"], (reading) => reading.objectStore("grids").get(id));
  }

  answers(id: string): Promise<StoredGridAnswer[]> {
    return this.#database.read(["gridAnswers"], (reading) =>
      reading.objectStore("gridAnswers").getAll(answersOf(id)),
    );
  }

  /** Stores a definition, replacing the one with the same id. Keeps whether the grid is running. */
  put(id: string, definition: unknown): Promise<void> {
    return this.#database.write(["grids"], async (writing) => {
      const before = await writing.from("grids").get(id);
      const running = before?.running ?? false;
      writing.put("grids", { id, version: gridVersion, running, definition });
    });
  }

  /**
   * Stores what `merged` makes of the stored definition, undefined if there is none. Returns false,
   * and stores nothing, if newer code stored the definition.
   */
  merge(id: string, merged: (before: unknown) => unknown): Promise<boolean> {
    return this.#database.write(["grids"], async (writing) => {
      const before = await writing.from("grids").get(id);
      if (before && before.version > gridVersion) return false;
      const running = before?.running ?? false;
      const definition = merged(before?.definition);
      writing.put("grids", { id, version: gridVersion, running, definition });
      return true;
    });
  }

  /** Stores whether the grid should fill in missing answers; does nothing if the grid is gone. */
  setRunning(id: string, running: boolean): Promise<void> {
    return this.#database.write(["grids"], async (writing) => {
      const grid = await writing.from("grids").get(id);
      if (grid) writing.put("grids", { ...grid, running });
    });
  }

  /** An answer; undefined if there is none. */
  answer(id: string, column: string, hash: string): Promise<StoredGridAnswer | undefined> {
    return this.#database.read(["gridAnswers"], (reading) =>
      reading.objectStore("gridAnswers").get([id, column, hash]),
    );
  }

  /**
   * Stores answers, replacing earlier ones where `replaces` allows; stores none if the grid is
   * gone. Returns whether the grid exists.
   */
  putAnswers(
    id: string,
    answers: readonly NewGridAnswer[],
    replaces: (answer: NewGridAnswer, before: StoredGridAnswer) => boolean = () => true,
  ): Promise<boolean> {
    return this.#database.write(stores, async (writing) => {
      if (!(await writing.from("grids").get(id))) return false;
      for (const each of answers) {
        const { column, hash, answer } = each;
        const before = await writing.from("gridAnswers").get([id, column, hash]);
        if (before && !replaces(each, before)) continue;
        writing.put("gridAnswers", { grid: id, column, hash, version: gridVersion, answer });
      }
      return true;
    });
  }

  /** Deletes a grid's answers in all columns but these. */
  keepColumns(id: string, columns: readonly string[]): Promise<void> {
    return this.#database.write(["gridAnswers"], async (writing) => {
      const kept = new Set(columns);
      const keys = await writing.from("gridAnswers").getAllKeys(answersOf(id));
      for (const key of keys) if (!kept.has(key[1])) writing.delete("gridAnswers", key);
    });
  }

  /** Deletes a grid with its answers and returns both; null if it does not exist. */
  take(id: string): Promise<WholeGrid | null> {
    return this.#database.write(stores, async (writing) => {
      const [grid, answers] = await Promise.all([
        writing.from("grids").get(id),
        writing.from("gridAnswers").getAll(answersOf(id)),
      ]);
      if (!grid) return null;
      writing.delete("grids", id);
      writing.delete("gridAnswers", answersOf(id));
      return { grid, answers };
    });
  }

  /** Restores a grid, unless its id is in use again. Returns whether it was stored. */
  putBack({ grid, answers }: WholeGrid): Promise<boolean> {
    return this.#database.write(stores, async (writing) => {
      if (await writing.from("grids").get(grid.id)) return false;
      writing.put("grids", grid);
      for (const answer of answers) writing.put("gridAnswers", answer);
      return true;
    });
  }
}

function answersOf(grid: string): IDBKeyRange {
  // An array sorts after every text, so this ends after the last answer.
  return IDBKeyRange.bound([grid], [grid, []]);
}
