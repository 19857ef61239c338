/** Keeps what another program has sent, until the page takes it. `scope` is the site's folder. */
export async function keepShared(scope: string, form: FormData): Promise<void> {
  const cache = await caches.open(cacheName(scope));
  const files = form.getAll("files").filter((entry) => entry instanceof File);
  const text = ["title", "text", "url"].map((name) => form.get(name)).filter(isWritten);
  // Somebody may share a passage instead of a file.
  if (files.length === 0 && text.length > 0) files.push(textFile(text));
  for (const [index, file] of files.entries()) {
    const address = new URL(`share/${Date.now()}-${index}-${encodeURIComponent(file.name)}`, scope);
    await cache.put(address.href, new Response(file));
  }
}

/**
 * Gives what other programs have sent to `add`, and forgets it when that has resolved. One tab does
 * so at a time.
 */
export async function takeShared(
  scope: string,
  add: (files: readonly File[]) => Promise<unknown>,
): Promise<void> {
  const name = cacheName(scope);
  // Missing where the page is not served securely, or may keep nothing.
  if (!(await globalThis.caches?.has(name).catch(() => false))) return;
  await navigator.locks.request(name, async () => {
    const cache = await caches.open(name);
    const kept = await cache.keys();
    if (kept.length === 0) return;
    const files = await Promise.all(kept.map((request) => sharedFile(cache, request)));
    await add(files.filter((file) => file !== null));
    await Promise.all(kept.map((request) => cache.delete(request)));
  });
}

async function sharedFile(cache: Cache, request: Request): Promise<File | null> {
  const blob = await (await cache.match(request))?.blob();
  const name = /\/\d+-\d+-([^/]*)$/.exec(request.url)?.[1] ?? "shared";
  return blob ? new File([blob], decodeURIComponent(name), { type: blob.type }) : null;
}

function textFile(parts: readonly string[]): File {
  const name =
    parts[0]
      ?.replace(/[^\p{L}\p{N} ]+/gu, " ")
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
