import type { ViewerStrings } from "./strings.js";
import type { ViewerTheme } from "./viewer-frame.js";

/** How a viewer is set up. */
export interface ViewerOptions {
  /** URL of the folder with `cmaps/`, `standard_fonts/`, `wasm/` and `iccs/`; `assets/` beside the module unless told. */
  readonly assetsBase?: string | URL | undefined;
  /** Strings that replace the English ones. */
  readonly strings?: Partial<ViewerStrings> | undefined;
  /** Language tag by which the English strings write numbers; the browser's own unless told. */
  readonly locale?: string | undefined;
  /** Colours; `auto` unless told. */
  readonly theme?: ViewerTheme | undefined;
  /** Called when another page comes to the reader's eye. */
  readonly onPageChange?: ((page: number) => void) | undefined;
  /** Called for Escape and the close button, which is there only with this. */
  readonly onClose?: (() => void) | undefined;
}
