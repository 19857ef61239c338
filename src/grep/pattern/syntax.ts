/** Part of a set of characters. */
export type SetPart =
  | { readonly type: "range"; readonly from: number; readonly to: number }
  /** What a class such as `\w` holds: `members` as written between the brackets of a `u` regular expression. */
  | { readonly type: "class"; readonly members: string; readonly negated: boolean }
  /** White space that a person cannot tell from what was typed: `members`, or a line break inside a block. */
  | { readonly type: "space"; readonly members: string };

/** Places that a pattern can ask for. */
export type PatternPlace =
  | "line-start"
  | "line-end"
  | "page-start"
  | "page-end"
  | "last-line-end"
  | "word-edge"
  | "no-word-edge"
  | "word-start"
  | "word-end";

/** A pattern as it was understood, whatever dialect it was written in. */
export type PatternNode =
  | { readonly type: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly type: "alternatives"; readonly options: readonly PatternNode[] }
  | { readonly type: "character"; readonly code: number; readonly anyCase: boolean }
  | {
      readonly type: "set";
      readonly parts: readonly SetPart[];
      readonly negated: boolean;
      readonly anyCase: boolean;
    }
  /** Any character; with `crossing` a line break, too. */
  | { readonly type: "any"; readonly crossing: boolean }
  | { readonly type: "place"; readonly place: PatternPlace }
  /** `capture` counts from 1, null for a group that captures nothing. */
  | { readonly type: "group"; readonly body: PatternNode; readonly capture: number | null }
  /** Once matched, what it matched is not given up again. */
  | { readonly type: "atomic"; readonly body: PatternNode }
  | {
      readonly type: "look";
      readonly body: PatternNode;
      readonly behind: boolean;
      readonly negated: boolean;
    }
  | {
      readonly type: "repeat";
      readonly body: PatternNode;
      readonly least: number;
      /** `Infinity` where there is no limit. */
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly type: "reference"; readonly capture: number };

/** A pattern with what its reader should be told about it. */
export interface ParsedPattern {
  readonly root: PatternNode;
  /** Sentences on what was read otherwise than some tools would. */
  readonly notes: readonly string[];
}
