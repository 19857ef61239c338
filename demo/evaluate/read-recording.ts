import { evaluationLogs } from "pagehound/evaluation";
import type { ReadRecords } from "./evaluation-types.js";

/** Reads a recording of a data set. Throws errors whose messages are for people. */
export async function readRecording(file: File, dataSet: string): Promise<ReadRecords> {
  const recording = evaluationLogs.parse(await file.text(), file.name);
  const [first] = recording.records;
  if (!first) throw new Error(`${file.name} has no line. Choose another recording.`);
  if (first.dataSet === dataSet) return recording;
  throw new Error(
    `${file.name} is a recording of ${first.dataSet}, and the questions are those of ${dataSet}. Choose the questions of ${first.dataSet} first.`,
  );
}
