/** A case that a probability is fitted on. */
export interface FitCase {
  readonly features: readonly number[];
  readonly isRight: boolean;
  /** How much it counts. */
  readonly weight: number;
}

/** A constant, and what each feature adds to the log-odds. */
export interface Fitted {
  readonly constant: number;
  readonly weights: readonly number[];
}

const rounds = 25;

/**
 * Logistic regression by Newton's method, with a ridge penalty on all but the constant. Cases may be
 * none; features must be as many in each.
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

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

/** The solution of a system of linear equations whose matrix is positive definite. */
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
