/**
 * Identifies the questions of the probe and the way they are judged. Increase it when either
 * changes: stored results of another version do not count.
 */
export const probeVersion = 1;
