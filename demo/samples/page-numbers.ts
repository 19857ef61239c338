/** pdf.js calls this, and Node 20 lacks it. */
function withResolvers(): object {
  const settle: { resolve?: unknown; reject?: unknown } = {};
  const promise = new Promise((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, ...settle };
}

/** The pages, counting from 1, of the places with these names in a PDF. */
export async function placePages(
  pdf: Uint8Array,
  names: readonly string[],
): Promise<[name: string, page: number][]> {
  if (!("withResolvers" in Promise)) Object.assign(Promise, { withResolvers });
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    const document = await task.promise;
    const pages: [string, number][] = [];
    for (const name of names) {
      const place = await document.getDestination(name);
      if (!place) throw new Error(`Nothing in the document is called ${name}.`);
      pages.push([name, (await document.getPageIndex(place[0])) + 1]);
    }
    return pages;
  } finally {
    await task.destroy();
  }
}
