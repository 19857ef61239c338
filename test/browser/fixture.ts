/** A file from `test/fixtures/`, served by the test runner. */
export async function fixture(path: string): Promise<Blob> {
  const response = await fetch(`/test/fixtures/${path}`);
  if (!response.ok) throw new Error(`There is no fixture ${path}.`);
  return response.blob();
}
