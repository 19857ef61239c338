/**
 * Figures of one question by the name of the metric, in the order in which they are shown. A metric
 * that does not apply, because the data or the strategy has nothing to judge, is absent; it is never 0.
 */
export type Scores = Readonly<Record<string, number>>;
