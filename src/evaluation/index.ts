// Public entry `pagehound/evaluation`: the published experiments, on one's own documents and model.
export type {
  EvaluationDataSet,
  EvaluationDocument,
  EvaluationFiles,
  EvaluationQuestion,
  EvidenceUnit,
  GoldEvidence,
} from "./data-set.js";
export type {
  EvaluationEvent,
  EvaluationOptions,
  ScoredRecord,
} from "./evaluate.js";
export type { EvaluationLog } from "./evaluation-log.js";
export type {
  EvaluationAnswer,
  EvaluationRecord,
  RecordedCall,
  RecordedExchange,
  RetrievedText,
  StrategyOutcome,
} from "./outcome.js";
export type { EvaluationReport, StrategyReport } from "./report/report.js";
export type { Scores } from "./scores.js";
export type {
  EvaluationStrategy,
  PreparedStrategy,
  StrategyContext,
} from "./strategy.js";
