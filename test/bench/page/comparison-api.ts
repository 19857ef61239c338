import type { EngineName } from "./engines.js";
import type { PlaceUnit } from "./first-places.js";

/** A passage as every engine gets it. */
export interface ComparedPassage {
  /** Path of its document. */
  readonly document: string;
  /** Counts from 1. */
  readonly page: number;
  readonly text: string;
}

/** What the worker with the other engines offers. */
export interface ComparisonApi {
  /** Keeps passages for `build`; with an index built, adds them to it too. */
  add(request: { passages: readonly ComparedPassage[] }): Promise<void>;
  /** Builds an engine's index over all passages, replacing the one before. */
  build(request: { engine: EngineName }): Promise<void>;
  /** The first pages or documents by first appearance of a passage of theirs, as keys. */
  rankPlaces(request: {
    query: string;
    document: string | null;
    unit: PlaceUnit;
    count: number;
  }): Promise<string[]>;
  /** The best passages with their text: what a search as you type needs. */
  search(request: { query: string; limit: number }): Promise<ComparedPassage[]>;
}
