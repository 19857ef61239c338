import { type EvaluationStrategy, strategyGroups, strategyNamed } from "pagehound/evaluation";

/** Groups whose strategies are offered; what else there is can be asked for by its name. */
const groups = ["retrieval", "library", "paper-a", "paper-c"];

/** The strategies that are offered without being asked for. */
export function offeredStrategies(): readonly EvaluationStrategy[] {
  const names = groups.flatMap((group) => strategyGroups[group]?.strategies ?? []);
  return [...new Set(names)].map((name) => strategyNamed(name));
}
