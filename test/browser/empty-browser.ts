/**
 * Every file of tests starts in a browser without databases, caches and settings: otherwise a test would meet what
 * another file left, or not, as the files happen to be ordered.
 */

/** Ends also where the database is still open: it goes as soon as that ends, before any later opening. */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

for (const { name } of await indexedDB.databases()) if (name) await deleteDatabase(name);
for (const name of await caches.keys()) await caches.delete(name);
localStorage.clear();
