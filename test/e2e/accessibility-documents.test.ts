import { documentStates } from "./states/documents.js";
import { modeStates } from "./states/modes.js";
import { testAccessible } from "./states/test-accessible.js";

testAccessible([...documentStates, ...modeStates], "en");
