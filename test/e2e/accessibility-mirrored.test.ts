import { states } from "./states/index.js";
import { testAccessible } from "./states/test-accessible.js";

// The states whose layout depends most on the reading direction.
const mirrored = ["ready", "answer", "search-results", "page", "models", "panel-documents"];

testAccessible(
  states.filter(({ name }) => mirrored.includes(name)),
  "ar",
);
