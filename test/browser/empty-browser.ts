/**
 * Every test file starts in a browser without databases, caches and settings. Otherwise a test
 * would find what another file left behind, depending on their order.
 */

/**
 * Resolves even if the database is still open: it is deleted once it closes, before any later
 * opening.
 */
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
