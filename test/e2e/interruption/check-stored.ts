import type { PoolFile } from "./file-pool.js";
import type { Report } from "./probe.js";
import type { StoredEntry, StoredState } from "./stored-state.js";

/** What was done in one page, and its events until it ended. */
export interface Session {
  /** The files being added, by path. */
  readonly files: ReadonlyMap<string, PoolFile>;
  /** Paths of the documents being removed. */
  readonly removing: readonly string[];
  readonly reports: readonly Report[];
}

const endings = { ready: null, refused: "damaged-file", held: "password-required" };

/**
 * Returns what is wrong in a database after its page ended, given what it held when that page was
 * opened (`before`). Nothing that was reported may be lost, nothing unexpected may be stored, and
 * nothing may be half-stored.
 */
export function checkStored(
  before: StoredState,
  session: Session,
  after: StoredState,
  pool: readonly PoolFile[],
): string[] {
  const paths = new Set([...before.entries, ...after.entries, ...pool].map(({ path }) => path));
  return [
    ...[...paths].flatMap((path) => checkPath(path, before, session, after)),
    ...checkRemoval(before, session, after),
    ...after.entries.flatMap((entry) => checkWhole(entry, after)),
    ...after.entries.flatMap((entry) => checkEnding(entry, pool)),
  ];
}

function checkPath(
  path: string,
  before: StoredState,
  { files, removing, reports }: Session,
  after: StoredState,
): string[] {
  const problems: string[] = [];
  const expect = (right: boolean, problem: string) => {
    if (!right) problems.push(`${path}: ${problem}`);
  };
  const [hadReady, hadJob] = [ready(before, path)[0], jobs(before, path)[0]];
  const [nowReady, nowJob] = [ready(after, path)[0], jobs(after, path)[0]];
  const added = files.get(path);
  const events = reports.flatMap((report) => {
    return report.type === "event" && "path" in report.event && report.event.path === path
      ? [report.event]
      : [];
  });
  const isRemoved = reports.some(({ type, ...rest }) => {
    return type === "removed" && "paths" in rest && rest.paths.includes(path);
  });
  const isRemoving = removing.includes(path);
  const isPresent = (hash: string | undefined) => nowReady?.hash === hash || nowJob?.hash === hash;

  expect(ready(after, path).length <= 1, "several versions can be searched");
  expect(jobs(after, path).length <= 1, "it waits twice");
  const known = [hadReady?.hash, hadJob?.hash, added?.hash];
  expect(!nowReady || known.includes(nowReady.hash), "bytes are searchable that nobody added");
  expect(!nowJob || known.includes(nowJob.hash), "bytes are waiting that nobody added");
  if (hadReady && !isRemoving) expect(nowReady !== undefined, "an earlier document is lost");
  const lastReady = events.findLast((event) => event.type === "document-ready");
  if (lastReady && !isRemoving) {
    const hashes = [lastReady.document.hash, added?.hash];
    expect(hashes.includes(nowReady?.hash), "what was announced as searchable is not");
  }
  if (isRemoved && !added && !hadJob) expect(!nowReady, "what was removed is back");
  // A file that yields to another waits again, so the event may also concern an earlier version.
  const isAccepted = events.some((event) => {
    if (event.type === "document-unchanged") return true;
    return event.type === "document-waiting" && event.size === added?.size;
  });
  if (isRemoving) return problems;
  if (added && isAccepted) expect(isPresent(added.hash), "what was announced as waiting is lost");
  else if (hadJob && !isPresent(added?.hash))
    expect(isPresent(hadJob.hash), "a waiting file is lost");
  return problems;
}

/** Checks that documents removed together disappear together. */
function checkRemoval(
  before: StoredState,
  { files, removing }: Session,
  after: StoredState,
): string[] {
  const sure = removing.filter((path) => !files.has(path) && jobs(before, path).length === 0);
  const left = sure.filter((path) => ready(after, path).length > 0);
  if (left.length === 0 || left.length === sure.length) return [];
  return [`Of ${sure.join(", ")}, which were removed together, ${left.join(", ")} stayed`];
}

function checkWhole(entry: StoredEntry, state: StoredState): string[] {
  const { path, ordinal, content, hash, pages } = entry;
  const problems: string[] = [];
  if (entry.state === "refused") return problems;
  if (state.originals[content] !== hash) problems.push(`${path}: its file is not what was added`);
  if (entry.state === "ready") {
    const numbers = Array.from({ length: pages ?? 0 }, (_, index) => index + 1);
    const stored = [...(state.pages[content] ?? [])].sort((a, b) => a - b);
    if (String(stored) !== String(numbers)) problems.push(`${path}: pages are missing`);
    if (!state.passages.includes(ordinal)) problems.push(`${path}: its passages are missing`);
    if (!state.postings.includes(ordinal)) problems.push(`${path}: its postings are missing`);
  }
  return problems;
}

/** Checks that a finished file has the expected outcome. */
function checkEnding(
  { path, hash, state, code }: StoredEntry,
  pool: readonly PoolFile[],
): string[] {
  if (state === "queued" || state === "removed") return [];
  const file = pool.find((one) => one.path === path && one.hash === hash);
  if (file?.outcome === state && code === endings[state]) return [];
  // Held for lack of space or after a crash, until space is freed or someone retries.
  if (state === "held" && (code === "storage-full" || code === "page-stopped")) return [];
  return [`${path}: it is ${state} (${code}) and should be ${file?.outcome}`];
}

/** Finds stored data that belongs to no entry, or should have been deleted for good. */
export function checkOrphans({
  entries,
  pages,
  originals,
  passages,
  postings,
}: StoredState): string[] {
  const kept = entries.filter(({ state }) => state !== "refused");
  const contents = new Set(kept.map(({ content }) => content));
  const documents = new Set(
    entries.filter(({ state }) => state === "ready" || state === "removed").map((e) => e.ordinal),
  );
  const orphans = (what: string, keys: readonly number[], owners: ReadonlySet<number>) =>
    keys.filter((key) => !owners.has(key)).map((key) => `${what} of ${key} belong to nothing`);
  return [
    ...orphans("pages", Object.keys(pages).map(Number), contents),
    ...orphans("files", Object.keys(originals).map(Number), contents),
    ...orphans("passages", passages, documents),
    ...orphans("postings", postings, documents),
    ...entries.filter((e) => e.replaced).map((e) => `${e.path}: the version before is still there`),
  ];
}

/** The searchable documents at a path. */
function ready({ entries }: StoredState, path: string): StoredEntry[] {
  return entries.filter((entry) => entry.path === path && entry.state === "ready");
}

/** The files at a path that are being added or could not be read. */
function jobs({ entries }: StoredState, path: string): StoredEntry[] {
  return entries.filter((entry) => entry.path === path && isJob(entry));
}

/** True if an entry is not a document, or not one yet. */
export function isJob({ state }: StoredEntry): boolean {
  return state === "queued" || state === "held" || state === "refused";
}
