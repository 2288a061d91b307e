import type { FactoredRows, Products } from '../kernels.js';
import { triangleLength } from '../triangle.js';

/** See `addSparseProducts`. */
export function addPlainSparseProducts({ gram, cross }: Products, added: FactoredRows): void {
  const { starts, columns, values } = added.rows;
  for (let which = 0; which < added.which.length; which++) {
    const row = added.which[which]!;
    const target = added.targetRows[which]! * 24;
    const [from, to] = [starts[row]!, starts[row + 1]!];
    for (let i = from; i < to; i++) {
      const value = added.factors[which]! * values[i]!;
      const gramRow = triangleLength(columns[i]!);
      for (let j = from; j <= i; j++) gram[gramRow + columns[j]!]! += value * values[j]!;
      const column = columns[i]! * 24;
      for (let hour = 0; hour < 24; hour++) cross[column + hour]! += value * added.targets[target + hour]!;
    }
  }
}
