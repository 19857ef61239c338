import { documentStates } from "./documents.js";
import { gridStates } from "./grids.js";
import { modeStates } from "./modes.js";
import { notebookStates } from "./notebooks.js";
import { noteStates } from "./notes.js";
import { pageStates } from "./pages.js";
import { panelStates } from "./panels.js";
import { questionStates } from "./questions.js";
import { searchStates } from "./searches.js";
import type { State } from "./state.js";

/** Everything that a reader can see, and how to get there. */
export const states: readonly State[] = [
  ...documentStates,
  ...questionStates,
  ...searchStates,
  ...gridStates,
  ...pageStates,
  ...noteStates,
  ...notebookStates,
  ...panelStates,
  ...modeStates,
];
