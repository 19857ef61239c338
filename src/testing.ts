// Public test doubles of models. They are for tests of code that uses a model, and say nothing about
// the quality of any.
export type { HostileKind, HostileOptions } from "./testing/hostile-model.js";
export { hostileKinds, hostileModel } from "./testing/hostile-model.js";
export { randomModel } from "./testing/random-model.js";
export type { ScriptedModel, ScriptedReply, ScriptedStep } from "./testing/scripted-model.js";
export { scriptedModel } from "./testing/scripted-model.js";
