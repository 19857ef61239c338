import type { EngineName } from "./engines.js";
import type { PlaceUnit } from "./first-places.js";

/** A passage as passed to every engine. */
export interface ComparedPassage {
  readonly document: string;
  /** Numbered from 1. */
  readonly page: number;
  readonly text: string;
}

/** The interface of the worker that runs the other engines. */
export interface ComparisonApi {
  /** Stores passages for `build`, and adds them to the current index if there is one. */
  add(request: { passages: readonly ComparedPassage[] }): Promise<void>;
  /** Builds an engine's index over all passages, replacing the previous one. */
  build(request: { engine: EngineName }): Promise<void>;
  /** Keys of the first pages or documents, ordered by their first passage. */
  rankPlaces(request: {
    query: string;
    document: string | null;
    unit: PlaceUnit;
    count: number;
  }): Promise<string[]>;
  /** The best passages with their text, as search-as-you-type needs them. */
  search(request: { query: string; limit: number }): Promise<ComparedPassage[]>;
}
