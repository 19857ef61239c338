/**
 * How many quarter turns clockwise a text's lines are turned from upright: 1 runs down the page, as
 * vertical Japanese does, 2 stands on its head, 3 runs up. `null` for text at any other angle.
 */
export type Turn = 0 | 1 | 2 | 3 | null;

/** Stands in an item's text for a character that is not to be read; the layout leaves it out. */
export const noCharacter = "\u2060";

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
  /** Where the baseline is: distance from the page's top, or from its left for text that runs up or down. */
  readonly baseline: number;
  /** Font size in points, as displayed. */
  readonly size: number;
  /** Names the font within the document. */
  readonly font: string;
  readonly turn: Turn;
  readonly rightToLeft: boolean;
}

/** A page as an extractor found it. */
export interface ExtractedPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly TextItem[];
  /**
   * What form fields, stamps and notes add to the page. Not among the items, so nothing can be
   * marked there.
   */
  readonly fields: readonly TextItem[];
  /** Set when there was more of that than is read of a page. */
  readonly fieldsCut?: boolean;
  /** Fonts known to be bold, among those of the page's items. */
  readonly boldFonts: ReadonlySet<string>;
  /** Whether the page shows images; looked at only when its items have neither letters nor figures. */
  readonly hasImages: boolean;
}
