import type { EngineName } from "./engines.js";
import type { PlaceUnit } from "./first-places.js";

/** A passage as every engine receives it. */
export interface ComparedPassage {
  /** Path of its document. */
  readonly document: string;
  /** Counts from 1. */
  readonly page: number;
  readonly text: string;
}

/** The API of the worker with the other engines. */
export interface ComparisonApi {
  /** Stores passages for `build`; if an index is built, also adds them to it. */
  add(request: { passages: readonly ComparedPassage[] }): Promise<void>;
  /** Builds an engine's index over all passages, replacing the previous one. */
  build(request: { engine: EngineName }): Promise<void>;
  /** The keys of the first pages or documents, in order of their first passage. */
  rankPlaces(request: {
    query: string;
    document: string | null;
    unit: PlaceUnit;
    count: number;
  }): Promise<string[]>;
  /** The best passages with their text: what a search as you type needs. */
  search(request: { query: string; limit: number }): Promise<ComparedPassage[]>;
}
