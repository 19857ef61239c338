import { gridStates } from "./states/grids.js";
import { testAccessible } from "./states/test-accessible.js";

testAccessible(gridStates, "en");
