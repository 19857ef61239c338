/** Asks for a file of the own origin, so that there is a request for the log to notice. */
export async function tryRequest(url: string): Promise<void> {
  try {
    const response = await fetch(url, { referrerPolicy: "no-referrer" });
    await response.arrayBuffer();
  } catch {
    // A request that fails is to be noticed like any other.
  }
}
