import { type EvaluationStrategy, strategyGroups, strategyNamed } from "pagehound/evaluation";

/** Groups whose strategies are offered; others can be requested by name. */
const groups = ["retrieval", "library", "paper-a", "paper-c"];

/** The strategies that are offered by default. */
export function offeredStrategies(): readonly EvaluationStrategy[] {
  const names = groups.flatMap((group) => strategyGroups[group]?.strategies ?? []);
  return [...new Set(names)].map((name) => strategyNamed(name));
}
