/** An observation for logistic regression. */
export interface FitCase {
  readonly features: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

/** The fitted model: a constant, and each feature's contribution to the log-odds. */
export interface Fitted {
  readonly constant: number;
  readonly weights: readonly number[];
}

const rounds = 25;

/**
 * Logistic regression by Newton's method, with a ridge penalty on everything but the constant.
 * Accepts an empty list; all cases need the same number of features.
 */
export function fitLogistic(cases: readonly FitCase[], ridge: number): Fitted {
  const size = 1 + (cases[0]?.features.length ?? 0);
  let fitted = new Float64Array(size);
  for (let round = 0; round < rounds; round++) {
    const gradient = fitted.map((value, index) => (index === 0 ? 0 : -ridge * value));
    const curvature = Array.from({ length: size }, (_, index) => {
      const row = new Float64Array(size);
      row[index] = index === 0 ? 1e-6 : ridge;
      return row;
    });
    for (const { features, isRight, weight } of cases) {
      const values = [1, ...features];
      const odds = values.reduce((sum, value, index) => sum + value * at(fitted, index), 0);
      const probability = 1 / (1 + Math.exp(-odds));
      const error = weight * ((isRight ? 1 : 0) - probability);
      const spread = weight * probability * (1 - probability);
      values.forEach((value, index) => {
        if (value === 0) return;
        gradient[index] = at(gradient, index) + error * value;
        const row = curvature[index] ?? new Float64Array(size);
        values.forEach((other, column) => {
          row[column] = at(row, column) + spread * value * other;
        });
      });
    }
    const step = solved(curvature, gradient);
    fitted = fitted.map((value, index) => value + at(step, index));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  const [constant = 0, ...weights] = fitted;
  return { constant, weights };
}

/** The options of one question, some of which are right. */
export interface FitChoice {
  readonly options: readonly { readonly features: readonly number[]; readonly isRight: boolean }[];
  readonly weight: number;
}

/** The most times a step is halved. */
const halvings = 10;

/**
 * Fits each feature's contribution to the log-odds of an option among those of its question
 * (conditional logit, McFadden 1974), by Newton's method with a ridge penalty. Features equal for
 * all options of a question have no effect. Choices without a right option are skipped.
 */
export function fitChoices(choices: readonly FitChoice[], ridge: number): readonly number[] {
  const used = choices.filter(({ options }) => options.some(({ isRight }) => isRight));
  const size = used[0]?.options[0]?.features.length ?? 0;
  let fitted = new Float64Array(size);
  for (let round = 0; round < rounds; round++) {
    const gradient = fitted.map((value) => -ridge * value);
    const curvature = Array.from({ length: size }, (_, index) => {
      const row = new Float64Array(size);
      row[index] = ridge;
      return row;
    });
    for (const choice of used) addChoice(choice, fitted, { gradient, curvature });
    const step = solved(curvature, gradient);
    const before = likelihood(used, fitted, ridge);
    let rate = 1;
    let next = fitted;
    for (let halving = 0; halving < halvings; halving++, rate /= 2) {
      next = fitted.map((value, index) => value + rate * at(step, index));
      if (likelihood(used, next, ridge) >= before) break;
    }
    fitted = next;
    if (Math.max(...step.map(Math.abs)) < 1e-3) break;
  }
  return [...fitted];
}

/** Each option's share of the odds: among all options of the question, and among the right ones. */
function sharesOf(
  { options }: FitChoice,
  fitted: Float64Array,
): readonly (readonly [number, number])[] {
  const odds = options.map(({ features }) =>
    features.reduce((sum, value, index) => sum + value * at(fitted, index), 0),
  );
  const most = Math.max(...odds);
  const powers = odds.map((value) => Math.exp(value - most));
  const all = powers.reduce((sum, value) => sum + value, 0);
  const right = powers.reduce(
    (sum, value, index) => sum + (options[index]?.isRight ? value : 0),
    0,
  );
  return powers.map((value, index) => [value / all, options[index]?.isRight ? value / right : 0]);
}

function likelihood(choices: readonly FitChoice[], fitted: Float64Array, ridge: number): number {
  let sum = fitted.reduce((penalty, value) => penalty - (ridge / 2) * value ** 2, 0);
  for (const choice of choices) {
    const shares = sharesOf(choice, fitted);
    const right = shares.reduce((all, [share, ofRight]) => all + (ofRight > 0 ? share : 0), 0);
    sum += choice.weight * Math.log(Math.max(Number.MIN_VALUE, right));
  }
  return sum;
}

/** Adds one choice to the gradient and curvature of the likelihood. */
function addChoice(
  choice: FitChoice,
  fitted: Float64Array,
  { gradient, curvature }: { gradient: Float64Array; curvature: readonly Float64Array[] },
): void {
  const { options, weight } = choice;
  const shares = sharesOf(choice, fitted);
  const mean = new Float64Array(fitted.length);
  options.forEach(({ features }, option) => {
    const [share, ofRight] = shares[option] ?? [0, 0];
    features.forEach((value, index) => {
      mean[index] = at(mean, index) + share * value;
      gradient[index] = at(gradient, index) + weight * (ofRight - share) * value;
    });
  });
  options.forEach(({ features }, option) => {
    const [share] = shares[option] ?? [0];
    if (share < leastShare) return;
    const away = features.map((value, index) => value - at(mean, index));
    away.forEach((value, index) => {
      const row = curvature[index];
      if (!row || value === 0) return;
      away.forEach((other, column) => {
        row[column] = at(row, column) + weight * share * value * other;
      });
    });
  });
}

/** Options below this share barely affect the likelihood's curvature. */
const leastShare = 1e-4;

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

/** Solves a system of linear equations whose matrix is positive definite. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((row) => Float64Array.from(row));
  const solution = Float64Array.from(right);
  rows.forEach((row, pivot) => {
    for (let below = pivot + 1; below < rows.length; below++) {
      const other = rows[below];
      if (!other) continue;
      const factor = at(other, pivot) / at(row, pivot);
      for (let column = pivot; column < other.length; column++) {
        other[column] = at(other, column) - factor * at(row, column);
      }
      solution[below] = at(solution, below) - factor * at(solution, pivot);
    }
  });
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index] ?? new Float64Array();
    let sum = at(solution, index);
    for (let column = index + 1; column < row.length; column++) {
      sum -= at(row, column) * at(solution, column);
    }
    solution[index] = sum / at(row, index);
  }
  return solution;
}
