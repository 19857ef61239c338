import type { DocumentSummary } from "../../index.js";
import type { IngestReport, Refusal } from "./ingest-run.js";
import type { NoticeItem } from "./notices.js";
import { count, counted, fileName, isPartial, partialReason } from "./words.js";

/** So many are named one by one; of more, each reason is named once. */
const FEW = 3;

/** What is said when files were added: only what is not seen in the list of documents anyway. */
export interface ReportWords {
  readonly title: string;
  readonly items: readonly NoticeItem[];
}

/** How files ended, in words; null when all went as anybody would expect. */
export function reportWords(report: IngestReport): ReportWords | null {
  const { ready, unchanged, refused, same } = report;
  const partial = ready.filter(isPartial);
  const recognised = ready.filter(({ pages }) => pages.recognised > 0);
  if (refused.length + unchanged + partial.length + recognised.length + same.length === 0) {
    return null;
  }
  const alone = ready.length + refused.length === 0;
  const items = [
    ...refusedItems(refused),
    ...partialItems(partial),
    ...recognisedItems(recognised),
    ...(unchanged > 0 && !alone ? [unchangedItem(unchanged)] : []),
    ...sameItems(same),
  ];
  return { title: titleOf(report), items };
}

function titleOf({ ready, unchanged, refused }: IngestReport): string {
  const good =
    ready.length === 1 ? "1 document is ready" : `${count(ready.length)} documents are ready`;
  const bad = `${counted(refused.length, "file")} could not be read`;
  if (ready.length > 0) return refused.length > 0 ? `${good}; ${bad}` : good;
  if (refused.length > 0) return bad;
  return unchanged === 1
    ? "This file is already here, unchanged."
    : "These files are already here, unchanged.";
}

function refusedItems(refused: readonly Refusal[]): NoticeItem[] {
  const each = refused.map(({ path, message }) => ({ name: path, message }));
  if (refused.length <= FEW) return each;
  const groups = Map.groupBy(refused, ({ code }) => code);
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (group.length === 1 && first) return { name: first.path, message: first.message };
    return {
      message: groupWords(first?.code ?? "internal", counted(group.length, "file")),
      more: group.map(({ path, message }) => named(path, message)),
    };
  });
}

function groupWords(code: Refusal["code"], files: string): string {
  switch (code) {
    case "unsupported-format":
      return `${files} are of kinds that cannot be read yet.`;
    case "format-mismatch":
      return `${files} are not what their names say.`;
    case "empty-file":
      return `${files} are empty.`;
    case "damaged-file":
      return `${files} are damaged.`;
    case "nothing-to-read":
      return `${files} have no page that could be read.`;
    case "timed-out":
      return `${files} took too long to open.`;
    default:
      return `${files} could not be read.`;
  }
}

function partialItems(partial: readonly DocumentSummary[]): NoticeItem[] {
  if (partial.length <= FEW) {
    return partial.map((document) => ({
      message: named(document.path, partialReason(document) ?? ""),
    }));
  }
  const scanned = partial.reduce((sum, { pages }) => sum + pages.scanned, 0);
  const unreadable = partial.reduce((sum, { pages }) => sum + pages.unreadable, 0);
  const pages = [
    scanned > 0 ? counted(scanned, "scanned page") : "",
    unreadable > 0 ? `${counted(unreadable, "page")} that could not be read` : "",
  ].filter((part) => part !== "");
  return [
    {
      message: `${count(partial.length)} documents can be searched in part: ${pages.join(" and ")}.`,
      more: partial.map((document) => named(document.path, partialReason(document) ?? "")),
    },
  ];
}

function recognisedItems(recognised: readonly DocumentSummary[]): NoticeItem[] {
  const pages = recognised.reduce((sum, document) => sum + document.pages.recognised, 0);
  if (pages === 0) return [];
  const which = `${counted(pages, "scanned page")} in ${counted(recognised.length, "document")}`;
  return [{ message: `The text of ${which} was recognised; it may have mistakes.` }];
}

function unchangedItem(unchanged: number): NoticeItem {
  return {
    message:
      unchanged === 1
        ? "1 file was already here, unchanged."
        : `${count(unchanged)} files were already here, unchanged.`,
  };
}

function sameItems(same: IngestReport["same"]): NoticeItem[] {
  const each = same.map(({ path, as }) => {
    const names = [fileName(path), fileName(as)];
    const [one, other] = names[0] === names[1] ? [path, as] : names;
    return `${one} has the same content as ${other}.`;
  });
  if (each.length <= FEW) return each.map((message) => ({ message }));
  const message = `${count(each.length)} documents have the same content as others.`;
  return [{ message, more: each }];
}

/** Most messages name the file themselves; saying it twice would only be noise. */
function named(path: string, message: string): string {
  return message.includes(fileName(path)) ? message : `${path}: ${message}`;
}
