/**
 * A piece of text as an extractor found it: the narrow interface between extractors and the
 * layout. Items keep the extractor's order and numbering.
 */
export interface TextItem {
  /** The characters, in logical order. May be empty or white space only. */
  readonly text: string;
  /** Left, top, right and bottom in points, from the top left of the page as displayed. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Distance of the baseline from the page's top, in points. */
  readonly baseline: number;
  /** Font size in points, as displayed. */
  readonly size: number;
  /** Names the font within the document. */
  readonly font: string;
  /** True when the text does not run horizontally. */
  readonly rotated: boolean;
  readonly rightToLeft: boolean;
}

/** A page as an extractor found it. */
export interface ExtractedPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly TextItem[];
  /** Fonts known to be bold, among those of the page's items. */
  readonly boldFonts: ReadonlySet<string>;
  /** Whether the page shows images; looked at only when it has no text. */
  readonly hasImages: boolean;
}
