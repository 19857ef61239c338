import { states } from "./states/index.js";
import { testAccessible } from "./states/test-accessible.js";

// Those whose layout depends most on the direction of reading.
const mirrored = ["ready", "answer", "search-results", "page", "models", "panel-documents"];

testAccessible(
  states.filter(({ name }) => mirrored.includes(name)),
  "ar",
);
