import { gridVersion, type StoredGrid, type StoredGridAnswer } from "./schema.js";
import type { Database } from "./transaction.js";

/** A grid with all that belongs to it. */
export interface WholeGrid {
  readonly grid: StoredGrid;
  readonly answers: readonly StoredGridAnswer[];
}

/** An answer that is to be stored. */
export type NewGridAnswer = Pick<StoredGridAnswer, "column" | "hash" | "answer">;

const stores = ["grids", "gridAnswers"] as const;

/** The grids of one collection. Each change is written whole or not at all. */
export class Grids {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All of them, without their answers, in no particular order. */
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

  /** Stores a definition in the place of the one with the same id. Whether it is running stays. */
  put(id: string, definition: unknown): Promise<void> {
    return this.#database.write(["grids"], async (writing) => {
      const before = await writing.from("grids").get(id);
      const running = before?.running ?? false;
      writing.put("grids", { id, version: gridVersion, running, definition });
    });
  }

  /** Stores whether missing answers are to be made; does nothing for a grid that is gone. */
  setRunning(id: string, running: boolean): Promise<void> {
    return this.#database.write(["grids"], async (writing) => {
      const grid = await writing.from("grids").get(id);
      if (grid) writing.put("grids", { ...grid, running });
    });
  }

  /** Stores answers in the place of earlier ones; none of a grid that is gone. Returns whether it is there. */
  putAnswers(id: string, answers: readonly NewGridAnswer[]): Promise<boolean> {
    return this.#database.write(stores, async (writing) => {
      if (!(await writing.from("grids").get(id))) return false;
      for (const { column, hash, answer } of answers) {
        writing.put("gridAnswers", { grid: id, column, hash, version: gridVersion, answer });
      }
      return true;
    });
  }

  /** Deletes the answers of a grid to all columns but these. */
  keepColumns(id: string, columns: readonly string[]): Promise<void> {
    return this.#database.write(["gridAnswers"], async (writing) => {
      const kept = new Set(columns);
      const keys = await writing.from("gridAnswers").getAllKeys(answersOf(id));
      for (const key of keys) if (!kept.has(key[1])) writing.delete("gridAnswers", key);
    });
  }

  /** Deletes a grid with its answers. Returns what that was; null when there is none. */
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

  /** Stores a grid as it was, unless there is one with its id again. Returns whether it was stored. */
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
