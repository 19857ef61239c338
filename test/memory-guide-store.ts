import type { ExtractionGuide, GuideStore } from "../src/search/source-knowledge/guide.js";

/** Keeps guides in memory. */
export function memoryGuideStore(): GuideStore {
  const guides = new Map<string, ExtractionGuide>();
  return {
    all: async () => [...guides.values()],
    change: async (put, remove) => {
      for (const id of remove) guides.delete(id);
      for (const guide of put) guides.set(guide.id, guide);
    },
  };
}
