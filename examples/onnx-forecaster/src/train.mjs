import { choleskyInPlace, choleskySolve, DAY_MS, HOUR_MS } from '@loadcast/core';
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
  const { series } = simulatedBatch({ start: START, end }, end + 30 * DAY_MS);
  const gram = new Float64Array(DAYS * DAYS);
  const target = new Float64Array(DAYS);
  for (const { key, valuesMw } of series) {
    if (key.measure === 'demand') addRows(valuesMw, gram, target);
  }
  for (let i = 0; i < DAYS; i++) gram[i * (DAYS + 1)] = (gram[i * (DAYS + 1)] ?? 0) + RIDGE;
  choleskyInPlace(gram, DAYS);
  choleskySolve(gram, DAYS, target);
  return [...target];
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
