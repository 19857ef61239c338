// Public test doubles of models. They are for tests of code that uses a model, and say nothing about
// the quality of any.
export type { HostileKind, HostileOptions } from "./hostile-model.js";
export { hostileKinds, hostileModel } from "./hostile-model.js";
export type { ScriptedModel, ScriptedReply, ScriptedStep } from "./scripted-model.js";
export { randomModel, scriptedModel } from "./scripted-model.js";
