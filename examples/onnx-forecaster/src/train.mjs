import { CONTRACT_AREAS, DAY_MS, HOUR_MS } from '@loadcast/core';
import { simulatedBatch } from '@loadcast/sources/simulated';

/** Days of the same hour that the model reads, newest first. */
export const DAYS = 7;
const RIDGE = 1e-3;
const START = Date.UTC(2023, 0, 1);

/**
 * Weights of a ridge regression of the load of an hour on the same hour of the seven days before, both divided by the
 * mean of those seven. Trained on a year of the simulated grid, all its areas.
 *
 * @returns {number[]} newest day first
 */
export function trainWeights() {
  const end = START + 365 * DAY_MS;
  const { series } = simulatedBatch(CONTRACT_AREAS, { start: START, end }, end + 30 * DAY_MS);
  const gram = new Float64Array(DAYS * DAYS);
  const target = new Float64Array(DAYS);
  for (const { key, valuesMw } of series) {
    if (key.measure === 'demand') addRows(valuesMw, gram, target);
  }
  for (let i = 0; i < DAYS; i++) gram[i * (DAYS + 1)] = (gram[i * (DAYS + 1)] ?? 0) + RIDGE;
  return solve(gram, target);
}

/** Solves a symmetric positive definite system by Gaussian elimination, in place. @param {Float64Array} matrix @param {Float64Array} right */
function solve(matrix, right) {
  const size = right.length;
  const at = (/** @type {number} */ row, /** @type {number} */ column) => matrix[row * size + column] ?? 0;
  for (let pivot = 0; pivot < size; pivot++) {
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue;
      const factor = at(row, pivot) / at(pivot, pivot);
      for (let column = pivot; column < size; column++)
        matrix[row * size + column] = at(row, column) - factor * at(pivot, column);
      right[row] = (right[row] ?? 0) - factor * (right[pivot] ?? 0);
    }
  }
  return [...right].map((value, row) => value / at(row, row));
}

/** @param {Float64Array} valuesMw @param {Float64Array} gram @param {Float64Array} target */
function addRows(valuesMw, gram, target) {
  const dayHours = DAY_MS / HOUR_MS;
  for (let hour = DAYS * dayHours; hour < valuesMw.length; hour++) {
    const row = Array.from({ length: DAYS }, (_, day) => valuesMw[hour - (day + 1) * dayHours] ?? Number.NaN);
    const mean = row.reduce((sum, mw) => sum + mw, 0) / DAYS;
    const next = (valuesMw[hour] ?? Number.NaN) / mean;
    if (!Number.isFinite(next)) continue;
    for (let i = 0; i < DAYS; i++) {
      const left = (row[i] ?? 0) / mean;
      target[i] = (target[i] ?? 0) + left * next;
      for (let j = 0; j < DAYS; j++) gram[i * DAYS + j] = (gram[i * DAYS + j] ?? 0) + (left * (row[j] ?? 0)) / mean;
    }
  }
}
