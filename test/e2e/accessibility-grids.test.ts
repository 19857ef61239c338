import { gridStates } from "./states/grids.js";
import { noteStates } from "./states/notes.js";
import { testAccessible } from "./states/test-accessible.js";

testAccessible([...gridStates, ...noteStates], "en");
