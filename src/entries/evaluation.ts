// Public entry `pagehound/evaluation`: the published experiments on one's own documents and model, and test doubles
// of models, which say nothing about the quality of any.
export type {
  EvaluationDataSet,
  EvaluationFiles,
  EvaluationQuestion,
  EvaluationStrategy,
} from "../evaluation/api.js";
export {
  dataSetNames,
  filesInFolder,
  findDataSets,
  loadDataSet,
  pickedFiles,
} from "../evaluation/datasets/load-data-set.js";
export { evaluate, evaluationCollectionName } from "../evaluation/evaluate.js";
export type { EvaluationEvent, EvaluationOptions } from "../evaluation/evaluation-run.js";
export { comparedTexts, satisfies } from "../evaluation/metrics/evidence.js";
export { metricInfo } from "../evaluation/metrics/metric-info.js";
export { recordingModel, replayingModel } from "../evaluation/recording.js";
export { type EvaluationReport, makeReport, reportJson } from "../evaluation/report/make-report.js";
export { reportMarkdown } from "../evaluation/report/report-markdown.js";
export type { ScoredRecord } from "../evaluation/score-record.js";
export { evaluationLogs } from "../evaluation/stored-log.js";
export {
  strategyGroups,
  strategyNamed,
  strategyNames,
} from "../evaluation/strategies/strategy-named.js";
export { hostileKinds, hostileModel } from "../evaluation/testing/hostile-model.js";
export { randomModel, scriptedModel } from "../evaluation/testing/scripted-model.js";
