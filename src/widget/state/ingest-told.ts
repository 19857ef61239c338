import type { DocumentSummary } from "../../index.js";
import type { App } from "./app.js";
import type { IngestListener, Stopped } from "./ingest.js";
import { reportWords } from "./ingest-report.js";
import type { IngestReport } from "./ingest-run.js";
import type { NoticeItem } from "./notices.js";
import { count, counted, fileName } from "./words.js";

const unchangedWords = "All its other files are already here, unchanged.";

/** Says how adding went: once, at its end, and only what is worth saying. */
export class IngestTold {
  readonly listener: Pick<IngestListener, "ready" | "finished" | "pathOf">;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
    this.listener = {
      ready: ({ id }, password) => {
        if (password !== undefined) app.pagePane.keepPassword(id, password);
      },
      finished: (report) => this.#finished(report),
      pathOf: (id) => app.documents.get(id)?.path ?? null,
    };
  }

  /** Tells what was in folders that are empty now; false when there was nothing. */
  emptied(folders: readonly string[]): boolean {
    const gone = folders.filter((folder) => {
      const missing = this.#app.documents.list.filter(({ path }) => path.startsWith(`${folder}/`));
      if (missing.length > 0) this.#offerRemoval(folder, missing);
      return missing.length > 0;
    });
    return gone.length > 0;
  }

  /** Says what was stopped, with the way back. */
  stopped({ atHand, others }: Stopped): void {
    const total = atHand.length + others;
    if (total === 0) return;
    const title = `Stopped. ${counted(total, "file")} ${total === 1 ? "was" : "were"} not added.`;
    const again =
      atHand.length > 0
        ? `${counted(others, "other")} would have to be added again from ${others === 1 ? "its" : "their"} place on the disk.`
        : `To go on, add ${total === 1 ? "it" : "them"} again.`;
    this.#app.notices.show(title, {
      topic: "stopped",
      icon: "note",
      items: others > 0 ? [{ message: again }] : [],
      actions:
        atHand.length > 0 ? [{ label: "Continue", run: () => this.#app.ingest.add(atHand) }] : [],
    });
  }

  #finished(report: IngestReport): void {
    const { notices, room } = this.#app;
    const { missing } = report;
    const changed = report.ready.length + report.refused.length > 0;
    // What was said of files before these is over.
    for (const topic of ["report", "stopped"]) notices.forget(topic);
    for (const { folder, documents } of missing) {
      this.#offerRemoval(folder, documents, changed ? [] : [unchangedWords]);
    }
    const words = changed || missing.length === 0 ? reportWords(report) : null;
    if (words) {
      const icon = report.refused.length > 0 ? "warning" : "note";
      notices.show(words.title, { items: words.items, icon, topic: "report" });
    } else if (report.ready.length > 0) {
      this.#app.surface.announce(`${counted(report.ready.length, "document")} ready.`);
    }
    void room.refresh();
  }

  #offerRemoval(
    folder: string,
    documents: readonly DocumentSummary[],
    more: readonly string[] = [],
  ): void {
    const one = documents.length === 1;
    const names = documents.map(({ path }) => path.slice(folder.length + 1));
    const which = counted(documents.length, "document");
    this.#app.notices.show(
      `${which} ${one ? "is" : "are"} no longer in the folder ${fileName(folder)}`,
      {
        topic: `folder ${folder}`,
        icon: "note",
        items: [...namedItems(names), ...more.map((message) => ({ message }))],
        actions: [
          { label: one ? "Remove it" : "Remove them", run: () => void this.#remove(documents) },
          { label: "Keep", run: () => undefined },
        ],
      },
    );
  }

  async #remove(documents: readonly DocumentSummary[]): Promise<void> {
    const left = documents.filter(({ id }) => this.#app.documents.get(id));
    await this.#app.remove(left);
  }
}

/** A few names one by one, many in a line that unfolds. */
function namedItems(names: readonly string[]): NoticeItem[] {
  if (names.length <= 3) return names.map((message) => ({ message }));
  const rest = count(names.length - 2);
  return [{ message: `${names.slice(0, 2).join(", ")} and ${rest} more`, more: names }];
}
