import {
  add,
  type Code,
  type ExportedFunction,
  get,
  int,
  type Local,
  multiply,
  pair,
  set,
  type ValueType,
} from './assembler.js';

/** Numbers are computed in blocks of four by four: eight pairs, which fit into a processor's registers. */
export const BLOCK = 4;
export const [NUMBER_BYTES, PAIR_BYTES] = [8, 16];
export const FOUR = [0, 1, 2, 3] as const;

export type Names<Name extends string> = Readonly<Record<Name, Local>>;

/** A function whose parameters and integers have names. Addresses and strides are in bytes. */
export function kernel<const Name extends string>(
  name: string,
  parameters: readonly Name[],
  variables: readonly Name[],
  body: (names: Names<Name>, sums: Sums) => Code,
  hasResult = false,
): ExportedFunction {
  const names = [...parameters, ...variables];
  const named = Object.fromEntries(names.map((each, index) => [each, { index }])) as Names<Name>;
  const types = { i32: variables.length, v128: 12, f64: 4 };
  const locals = Object.entries(types).flatMap(([type, count]) => new Array<ValueType>(count).fill(type as ValueType));
  const after = (count: number) => ({ index: names.length + count });
  const block = FOUR.map((row) => [after(2 * row), after(2 * row + 1)]);
  const [loaded, scalars] = [8, 12].map((first) => FOUR.map((which) => after(first + which)));
  return {
    name,
    parameters: parameters.length,
    hasResult,
    locals,
    body: body(named, { block, loaded: loaded!, scalars: scalars! }),
  };
}

/** A block's sums, row by half row, the pairs that are added to them, and single numbers. */
export interface Sums {
  readonly block: readonly (readonly Local[])[];
  readonly loaded: readonly Local[];
  readonly scalars: readonly Local[];
}

export const join = (parts: readonly Code[]): Code => parts.flat();
export const eachPair = ({ block }: Sums, code: (sum: Local, row: number, offset: number) => Code): Code =>
  join(block.flatMap((pairs, row) => pairs.map((sum, half) => code(sum, row, half * PAIR_BYTES))));
export const at = (base: Local, index: Code, stride: Code): Code => add(get(base), multiply(index, stride));
export const advance = (pointer: Local, by: Code): Code => set(pointer, add(get(pointer), by));
export const numbers = (count: number): number => count * NUMBER_BYTES;

/** Adds to, or subtracts from, all sums: the pairs at `values` times one number for each row. */
export function accumulate(
  sums: Sums,
  operation: (sum: Code, product: Code) => Code,
  values: Code,
  factorOfRow: (row: number) => Code,
): Code {
  const { block, loaded } = sums;
  const [left, right, factor] = loaded as [Local, Local, Local];
  return [
    ...set(left, pair.load(values)),
    ...set(right, pair.load(values, PAIR_BYTES)),
    ...join(
      block.map(([first, second], row) => [
        ...set(factor, factorOfRow(row)),
        ...set(first!, operation(get(first!), pair.multiply(get(factor), get(left)))),
        ...set(second!, operation(get(second!), pair.multiply(get(factor), get(right)))),
      ]),
    ),
  ];
}

/** The address `count` rows below a pointer. */
export function rowBelow(pointer: Local, stride: Local, count: number): Code {
  return count === 0 ? get(pointer) : add(get(pointer), multiply(get(stride), int(count)));
}
