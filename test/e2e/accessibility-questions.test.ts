import { questionStates } from "./states/questions.js";
import { testAccessible } from "./states/test-accessible.js";

testAccessible(questionStates, "en");
