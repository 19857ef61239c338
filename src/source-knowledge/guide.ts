/** A short note of how an answer was got out of a source. */
export interface ExtractionGuide {
  readonly id: string;
}
