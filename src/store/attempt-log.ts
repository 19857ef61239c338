import type { IngestProblem } from "../core/ingest.js";
import type { Database } from "./database.js";
import { isOwn, type StoredAttempts, type StoredJob } from "./schema.js";
import { dropVectors } from "./vectors.js";

/** What is written down before a step that may end the page. */
export class AttemptLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What the tab that read last was doing, or null. */
  async jobs(): Promise<StoredAttempts | null> {
    return this.#database.read(["settings"], async (reading) => {
      const setting = await reading.objectStore("settings").get("attempts");
      return setting?.name === "attempts" ? setting.value : null;
    });
  }

  setJobs(value: StoredAttempts): Promise<void> {
    return this.#database.write(["settings"], async (writing) => {
      writing.put("settings", { name: "attempts", value });
    });
  }

  /** Which session was loading the documents, and how many before it did not come to the end. */
  async opening(): Promise<{ readonly session: string; readonly failed: number } | null> {
    return this.#database.read(["settings"], async (reading) => {
      const setting = await reading.objectStore("settings").get("opening");
      return setting?.name === "opening" ? setting.value : null;
    });
  }

  /** @param value null when all are loaded */
  setOpening(value: { readonly session: string; readonly failed: number } | null): Promise<void> {
    return this.#database.write(["settings"], async (writing) => {
      if (value) writing.put("settings", { name: "opening", value });
      else writing.delete("settings", "opening");
    });
  }

  /**
   * Makes a `ready` document a job again that is `held`, with its file and pages: only what it takes
   * to search it is deleted. Returns whether it was there.
   */
  hold(ordinal: number, problem: IngestProblem): Promise<boolean> {
    return this.#database.write(
      ["documents", "passages", "postings", "vectors"],
      async (writing) => {
        const document = await writing.from("documents").get(ordinal);
        if (document?.state !== "ready" || !isOwn(document)) return false;
        const { path, hash, content, addedAt, format, versions, metadata, linked } = document;
        const { format: version, recognition = "" } = versions;
        const job: StoredJob = {
          ...{ ordinal, path, hash, content, addedAt, problem },
          state: "held",
          order: ordinal,
          size: metadata.fileSize,
          reader: { format, version, recognition },
          renews: false,
          ...(linked ? { linked } : {}),
        };
        writing.put("documents", job);
        writing.delete("passages", ordinal);
        writing.delete("postings", ordinal);
        dropVectors(writing, ordinal);
        return true;
      },
    );
  }
}
