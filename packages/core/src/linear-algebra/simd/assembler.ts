/**
 * WebAssembly, written as nested calls: each function of this file returns the bytes of an instruction after the bytes
 * of its operands, so that `add(get(a), get(b))` reads like the sum that it is. Only what the kernels need is here.
 *
 * @see https://webassembly.github.io/spec/core/binary/
 */
export type Code = readonly number[];

/** A local variable or parameter of a function. */
export interface Local {
  readonly index: number;
}

/** Types of values, as the binary format has them. */
export const TYPE = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const;
export type ValueType = keyof typeof TYPE;

/** A function that the module exports, with parameters of type i32. */
export interface ExportedFunction {
  readonly name: string;
  readonly parameters: number;
  readonly hasResult: boolean;
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

const VECTOR = 0xfd;
const f64x2 = (opcode: number) => binary(VECTOR, opcode, 0x01);

export const get = ({ index }: Local): Code => [0x20, ...unsigned(index)];
export const set = ({ index }: Local, value: Code): Code => [...value, 0x21, ...unsigned(index)];
export const int = (value: number): Code => [0x41, ...signed(value)];

export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const multiply = binary(0x6c);
export const divide = (value: Code, by: number): Code => [...value, ...int(by), 0x6d];
export const isLess = binary(0x48);
export const not = (condition: Code): Code => [...condition, 0x45];
const isAtLeast = binary(0x4e);

export const f64 = {
  one: [0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f] as Code,
  zero: [0x44, 0, 0, 0, 0, 0, 0, 0, 0] as Code,
  load: (address: Code, offset = 0): Code => [...address, 0x2b, 3, ...unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x39, 3, ...unsigned(offset)],
  add: binary(0xa0),
  subtract: binary(0xa1),
  multiply: binary(0xa2),
  divide: binary(0xa3),
  isMore: binary(0x64),
  squareRoot: (value: Code): Code => [...value, 0x9f],
};

/** Two numbers side by side. */
export const pair = {
  load: (address: Code, offset = 0): Code => [...address, VECTOR, 0x00, 3, ...unsigned(offset)],
  /** One number of memory, twice. */
  loadTwice: (address: Code, offset = 0): Code => [...address, VECTOR, 0x0a, 3, ...unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [...address, ...value, VECTOR, 0x0b, 3, ...unsigned(offset)],
  zero: [VECTOR, 0x0c, ...new Array<number>(16).fill(0)] as Code,
  number: (value: Code, which: 0 | 1): Code => [...value, VECTOR, 0x21, which],
  twice: (value: Code): Code => [...value, VECTOR, 0x14],
  add: f64x2(0xf0),
  subtract: f64x2(0xf1),
  multiply: f64x2(0xf2),
  divide: f64x2(0xf3),
  /** The first, or the second, numbers of two pairs. */
  both: (which: 0 | 1, left: Code, right: Code): Code => [
    ...left,
    ...right,
    ...[VECTOR, 0x0d],
    ...[0, 16].flatMap((pairAt) => Array.from({ length: 8 }, (_, byte) => pairAt + 8 * which + byte)),
  ],
};

/** `body` for values of `counter` from `from` up to `to` (exclusive), `step` apart. */
export function forUp(counter: Local, from: Code, to: Code, step: number, body: Code): Code {
  return loop(set(counter, from), isAtLeast(get(counter), to), body, set(counter, add(get(counter), int(step))));
}

/** `body` for values of `counter` from `from` down to `to` (inclusive), `step` apart. */
export function forDown(counter: Local, from: Code, to: Code, step: number, body: Code): Code {
  return loop(set(counter, from), isLess(get(counter), to), body, set(counter, subtract(get(counter), int(step))));
}

function loop(first: Code, isOver: Code, body: Code, next: Code): Code {
  const [block, loopStart, nothing, end, branch, branchIf] = [0x02, 0x03, 0x40, 0x0b, 0x0c, 0x0d];
  return [
    ...first,
    ...[block, nothing, loopStart, nothing],
    ...[...isOver, branchIf, 1],
    ...body,
    ...next,
    ...[branch, 0, end, end],
  ];
}

/** `body` if the condition holds. */
export const when = (condition: Code, body: Code): Code => [...condition, 0x04, 0x40, ...body, 0x0b];
export const returning = (value: Code): Code => [...value, 0x0f];

/** The bytes of a module that imports one memory, `env.memory`, and exports some functions. */
export function moduleOf(functions: readonly ExportedFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters, hasResult }) => [
    0x60,
    ...vector(new Array<Code>(parameters).fill([TYPE.i32])),
    ...vector(hasResult ? [[TYPE.i32]] : []),
  ]);
  const memory = [...text('env'), ...text('memory'), 0x02, 0x00, 0x01];
  const bodies = functions.map(({ locals, body }) => {
    const code = [...vector(locals.map((type) => [1, TYPE[type]])), ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, type) => unsigned(type)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]),
    ),
    ...section(10, bodies),
  ]);
}

function section(id: number, items: readonly Code[]): Code {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  return vector([...value].map((character) => [character.charCodeAt(0)]));
}

function binary(...opcode: number[]) {
  return (left: Code, right: Code): Code => [...left, ...right, ...opcode];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
