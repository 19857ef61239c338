import { pageStates } from "./states/pages.js";
import { panelStates } from "./states/panels.js";
import { searchStates } from "./states/searches.js";
import { testAccessible } from "./states/test-accessible.js";

testAccessible([...pageStates, ...panelStates, ...searchStates], "en");
