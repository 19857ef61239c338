import { gridStates } from "./states/grids.js";
import { notebookStates } from "./states/notebooks.js";
import { noteStates } from "./states/notes.js";
import { testAccessible } from "./states/test-accessible.js";

testAccessible([...gridStates, ...notebookStates, ...noteStates], "en");
