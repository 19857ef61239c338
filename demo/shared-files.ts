/**
 * Any page that a reader visits can send files here, like a program that shares them. So they are
 * stored only until the reader decides, and only up to a limit.
 */
const maxFiles = 50;
const maxBytes = 100_000_000;
/** Maximum number of bytes of the form apart from the files. */
const formBytes = 1_000_000;
const longestName = 150;
const turnedAwayName = "turned-away";

/** The files that wait for the reader. */
interface Waiting {
  /** Where the files are stored, and how many were rejected. */
  readonly places: readonly Request[];
  readonly files: readonly File[];
  readonly turnedAway: number;
}

/** Shows files to the reader. Settles when they are stored or discarded; rejects when withdrawn. */
export type OfferShared = (
  files: readonly File[],
  options: { readonly turnedAway: number; readonly signal: AbortSignal },
) => Promise<unknown>;

/**
 * Stores the files that another program has sent, until the reader decides. `scope` is the site's
 * folder.
 */
export async function keepShared(scope: string, request: Request): Promise<void> {
  const name = cacheName(scope);
  const form = await formOf(request);
  const files = form?.getAll("files").filter((entry) => entry instanceof File) ?? [];
  const text = ["title", "text", "url"].map((field) => form?.get(field) ?? null).filter(isWritten);
  // Somebody may share a passage instead of a file.
  if (files.length === 0 && text.length > 0) files.push(textFile(text));
  // Concurrent requests each see the space that earlier ones have left.
  await navigator.locks.request(name, async () => {
    const cache = await caches.open(name);
    const waiting = await waitingIn(cache);
    let places = maxFiles - waiting.files.length;
    let room = maxBytes - waiting.files.reduce((bytes, { size }) => bytes + size, 0);
    // The files of a form that is too large were not counted.
    let turnedAway = form === null ? 1 : 0;
    for (const [index, file] of files.entries()) {
      const place = new URL(placeName(index, file), scope);
      const fits = places > 0 && file.size <= room;
      if (fits && (await wasStored(cache, place, new Response(file)))) {
        places--;
        room -= file.size;
      } else turnedAway++;
    }
    if (turnedAway === 0) return;
    const count = new Response(String(waiting.turnedAway + turnedAway));
    await wasStored(cache, new URL(`share/${turnedAwayName}`, scope), count);
  });
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
}

/**
 * Offers the files that other programs have sent, in every tab, and deletes them once the reader
 * has decided in one of them. Files that arrive meanwhile are offered together with the rest.
 */
export function offerShared(scope: string, offer: OfferShared): void {
  const name = cacheName(scope);
  // Missing if the page is not served securely, or may not store anything.
  if (!("caches" in globalThis)) return;
  const channel = new BroadcastChannel(name);
  let shown = new AbortController();
  let last = Promise.resolve();
  const show = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted || !(await caches.has(name))) return;
    const cache = await caches.open(name);
    const { places, files, turnedAway } = await waitingIn(cache);
    if (places.length === 0) return;
    await offer(files, { turnedAway, signal });
    await Promise.all(places.map((place) => cache.delete(place)));
    channel.postMessage(null);
  };
  const look = (): void => {
    // Waits for a decision in progress, and does not undo it.
    shown.abort();
    shown = new AbortController();
    const { signal } = shown;
    last = last.then(() => show(signal)).catch(() => undefined);
  };
  channel.addEventListener("message", look);
  look();
}

/** The form that was sent; null if it is larger than allowed. */
async function formOf(request: Request): Promise<FormData | null> {
  const body = await bytesOf(request, maxBytes + formBytes);
  if (!body) return null;
  const type = request.headers.get("content-type") ?? "";
  // Anything but a form counts as empty.
  return new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
}

/** The body of the request; null if it is too large, and then not read further. */
async function bytesOf(request: Request, most: number): Promise<Blob | null> {
  // Missing in Firefox, which keeps large bodies on disk.
  if (!request.body) {
    const blob = await request.blob();
    return blob.size > most ? null : blob;
  }
  const reader = request.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    size += value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    parts.push(value);
  }
}

async function waitingIn(cache: Cache): Promise<Waiting> {
  const files: File[] = [];
  let turnedAway = 0;
  const places = await cache.keys();
  for (const place of places) {
    const blob = await (await cache.match(place))?.blob();
    if (!blob) continue;
    const name = /\/share\/([^/]*)$/.exec(place.url)?.[1] ?? "";
    if (name === turnedAwayName) turnedAway = Number(await blob.text()) || 0;
    else files.push(new File([blob], nameAt(name), { type: blob.type }));
  }
  return { places, files, turnedAway };
}

/** Stores a response. Returns whether there was room for it. */
async function wasStored(cache: Cache, place: URL, response: Response): Promise<boolean> {
  try {
    await cache.put(place.href, response);
    return true;
  } catch {
    return false;
  }
}

function placeName(index: number, { name }: File): string {
  const short = [...name].slice(-longestName).join("");
  return `share/${Date.now()}-${index}-${encodeURIComponent(short)}`;
}

function nameAt(place: string): string {
  return decodeURIComponent(/^\d+-\d+-(.*)$/.exec(place)?.[1] ?? "shared");
}

function textFile(parts: readonly string[]): File {
  const name =
    parts[0]
      ?.replace(/[^\p{Alpha}\p{N} ]+/gu, " ")
      .slice(0, 40)
      .trim() || "Shared";
  return new File([parts.join("\n\n")], `${name}.txt`, { type: "text/plain" });
}

function isWritten(entry: FormDataEntryValue | null): entry is string {
  return typeof entry === "string" && entry.trim() !== "";
}

function cacheName(scope: string): string {
  return `pagehound-site-shared ${scope}`;
}
