import assert from 'node:assert/strict';
import { addGram, choleskyInPlace, choleskySolveMany, matrixOf, triangleLength } from '@loadcast/core/forecast';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { bench, describe } from 'vitest';

/*
 * One refit of a regression of the engine: the Gram matrix of ten years of rows, its factor, and 120 outputs.
 * Ours is held against ml-matrix: first they must agree, then they race.
 */
const ROWS = 1200;
const SIZE = 260;
const OUTPUTS = 120;

const rows = Float64Array.from({ length: ROWS * SIZE }, (_, i) => Math.sin(i * 12.9898) * Math.cos(i * 0.7));
const right = Float64Array.from({ length: SIZE * OUTPUTS }, (_, i) => Math.sin(i * 0.37));
const x = Matrix.from1DArray(ROWS, SIZE, rows);
const xTransposed = x.transpose();
const rightByColumn = Matrix.from1DArray(OUTPUTS, SIZE, right).transpose();

function ours(): Float64Array {
  const triangle = new Float64Array(triangleLength(SIZE));
  addGram(triangle, rows, ROWS, SIZE);
  const gram = matrixOf(triangle, SIZE);
  for (let i = 0; i < SIZE; i++) gram[i * SIZE + i]! += 1;
  choleskyInPlace(gram, SIZE);
  const solution = right.slice();
  choleskySolveMany(gram, SIZE, solution, 0, OUTPUTS);
  return solution;
}

function mlMatrix(): Matrix {
  const gram = xTransposed.mmul(x).add(Matrix.eye(SIZE));
  return new CholeskyDecomposition(gram).solve(rightByColumn);
}

const [solution, rival] = [ours(), mlMatrix()];
for (let output = 0; output < OUTPUTS; output++) {
  for (let i = 0; i < SIZE; i++) {
    assert.ok(Math.abs(solution[output * SIZE + i]! - rival.get(i, output)) < 1e-9);
  }
}

describe(`ridge refit, ${ROWS} rows x ${SIZE} features, ${OUTPUTS} outputs`, () => {
  bench('loadcast', () => void ours());
  bench('ml-matrix', () => void mlMatrix());
});
