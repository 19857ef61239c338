/** Milliseconds from opening a stored collection to the result of its first search. */
export async function firstSearch(request: {
  name: string;
  query: string;
  rebuild: boolean;
}): Promise<number> {
  const started = performance.now();
  const { name, query, rebuild } = request;
  const collection = await globalThis.harness.library.Pagehound.open({ name, rebuild });
  const { hits } = await collection.search(query);
  const milliseconds = performance.now() - started;
  collection.close();
  if (hits.length === 0) throw new Error("The first search found nothing.");
  return milliseconds;
}
