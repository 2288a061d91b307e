import type { FactoredRows, Kernels, Products, RidgeSystem, RowShape, SparseRows } from '../kernels.js';
import { solveOne, wholeFours } from '../plain/plain-cholesky.js';
import { triangleLength } from '../triangle.js';
import { moduleOf } from './assembler.js';
import { BLOCK } from './block.js';
import { cholesky } from './cholesky-code.js';
import { dots } from './inner-products-code.js';
import { copyPanels, interleave, padded, separate } from './panels.js';
import { products } from './products-code.js';
import { sparseProducts } from './sparse-products-code.js';
import { HOURS, sparseRows } from './sparse-rows-code.js';
import { backward, forward } from './triangular-code.js';
import { WEIGHED_AT_ONCE, weightedSum } from './weighted-sum-code.js';

/** Sums of products, factors and solutions, in the memory of a module. Addresses are in bytes. */
interface KernelFunctions {
  products(
    rows: number,
    size: number,
    targets: number,
    outputs: number,
    count: number,
    sums: number,
    isGram: number,
  ): void;
  dots(
    left: number,
    leftCount: number,
    right: number,
    rightCount: number,
    size: number,
    width: number,
    out: number,
  ): void;
  cholesky(matrix: number, size: number, scratch: number): number;
  forward(factor: number, size: number, panels: number, panelCount: number): void;
  backward(factor: number, size: number, panels: number, panelCount: number): void;
  sparseRows(starts: number, columns: number, values: number, count: number, out: number): void;
  sparseProducts(
    gram: number,
    cross: number,
    starts: number,
    columns: number,
    values: number,
    factors: number,
    targets: number,
    count: number,
  ): void;
  weightedSum(sum: number, count: number, arrays: number, weights: number, arrayCount: number): void;
}

/** The part of the global `WebAssembly` used here, which the types of Node do not declare. */
interface WebAssemblyApi {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

const PAGE_NUMBERS = 8192;

/** The kernels as WebAssembly of two numbers at a time, and the memory that they compute in. */
export class SimdKernels implements Kernels {
  private readonly memory: InstanceType<WebAssemblyApi['Memory']>;
  private readonly functions: KernelFunctions;
  private numbers: Float64Array;
  /** The same memory. */
  private ints: Int32Array;

  /** @throws {Error} there is no WebAssembly, or no SIMD in it */
  constructor() {
    const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    this.memory = new Memory({ initial: 1 });
    const functions = [products, dots, cholesky, forward, backward, sparseRows, sparseProducts, weightedSum];
    const { exports } = new Instance(new Module(moduleOf(functions)), { env: { memory: this.memory } });
    this.functions = exports as KernelFunctions;
    this.numbers = new Float64Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
  }

  addGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void {
    this.reserve(padded(size) * (count + padded(size)));
    copyPanels(this.numbers, rows, count, size, 0);
    this.addCopiedGram(gram, 1, count, size, padded(size) * count);
  }

  addProducts(
    { gram, cross }: Products,
    fade: number,
    rows: Float64Array,
    targets: Float64Array,
    { count, size, outputs }: RowShape,
  ): void {
    const [width, height] = [padded(size), padded(outputs)];
    const sums = count * (width + height);
    this.reserve(sums + width * Math.max(width, height));
    copyPanels(this.numbers, rows, count, size, 0);
    copyPanels(this.numbers, targets, count, outputs, count * width);
    this.addCopiedGram(gram, fade, count, size, sums);
    this.numbers.fill(0, sums, sums + width * height);
    this.functions.products(0, width, count * width * 8, height, count, sums * 8, 0);
    const { numbers } = this;
    for (let output = 0; output < outputs; output++) {
      const [to, from] = [output * size, sums + output * width];
      for (let j = 0; j < size; j++) cross[to + j] = cross[to + j]! * fade + numbers[from + j]!;
    }
  }

  addSparseProducts({ gram, cross }: Products, added: FactoredRows): void {
    const { rows, which, targets, targetRows, factors } = added;
    const count = which.length;
    const entries = which.reduce((sum, row) => sum + rows.starts[row + 1]! - rows.starts[row]!, 0);
    const crossAt = gram.length;
    const targetsAt = crossAt + cross.length;
    const factorsAt = targetsAt + count * HOURS;
    const valuesAt = factorsAt + count;
    const columnsAt = valuesAt + entries;
    const startsAt = columnsAt + Math.ceil(entries / 2);
    this.reserve(startsAt + Math.ceil((count + 1) / 2));
    const { numbers, ints } = this;
    numbers.set(gram);
    numbers.set(cross, crossAt);
    numbers.set(factors, factorsAt);
    ints[2 * startsAt] = 0;
    for (let at = 0, entry = 0; at < count; at++) {
      const [row, target] = [which[at]!, targetRows[at]! * HOURS];
      for (let hour = 0; hour < HOURS; hour++) numbers[targetsAt + at * HOURS + hour] = targets[target + hour]!;
      for (let from = rows.starts[row]!; from < rows.starts[row + 1]!; from++, entry++) {
        numbers[valuesAt + entry] = rows.values[from]!;
        ints[2 * columnsAt + entry] = rows.columns[from]!;
      }
      ints[2 * startsAt + at + 1] = entry;
    }
    const [starts, columns, values] = [startsAt * 8, columnsAt * 8, valuesAt * 8];
    this.functions.sparseProducts(0, crossAt * 8, starts, columns, values, factorsAt * 8, targetsAt * 8, count);
    gram.set(numbers.subarray(0, crossAt));
    cross.set(numbers.subarray(crossAt, targetsAt));
  }

  addWeighted(sum: Float64Array, arrays: readonly Float64Array[], weights: readonly number[]): void {
    const arraysAt = WEIGHED_AT_ONCE;
    const weightsAt = arraysAt + arrays.length * WEIGHED_AT_ONCE;
    this.reserve(weightsAt + weights.length);
    const { numbers } = this;
    numbers.set(weights, weightsAt);
    for (let from = 0; from < sum.length; from += WEIGHED_AT_ONCE) {
      const part = sum.subarray(from, from + WEIGHED_AT_ONCE);
      const end = from + part.length;
      numbers.set(part);
      for (const [i, array] of arrays.entries()) numbers.set(array.subarray(from, end), arraysAt + i * WEIGHED_AT_ONCE);
      this.functions.weightedSum(0, part.length, arraysAt * 8, weightsAt * 8, arrays.length);
      part.set(numbers.subarray(0, part.length));
    }
  }

  dots(
    dots: Float64Array,
    left: Float64Array,
    leftCount: number,
    right: Float64Array,
    rightCount: number,
    size: number,
  ): void {
    const width = padded(size);
    const [leftRows, rightRows] = [leftCount + (leftCount % 2), rightCount + (rightCount % 2)];
    const rightAt = leftRows * width;
    const outAt = rightAt + rightRows * width;
    this.reserve(outAt + leftRows * rightRows);
    this.copyRows(left, leftCount, size, 0);
    this.copyRows(right, rightCount, size, rightAt);
    this.functions.dots(0, leftRows, rightAt * 8, rightRows, size, width, outAt * 8);
    for (let i = 0; i < leftCount; i++) {
      const at = outAt + i * rightRows;
      dots.set(this.numbers.subarray(at, at + rightCount), i * rightCount);
    }
  }

  sparseRows(
    out: Float64Array,
    at: number,
    matrix: Float64Array,
    { starts, columns, values }: SparseRows,
    first: number,
    count: number,
  ): void {
    const [from, to] = [starts[first]!, starts[first + count]!];
    const outAt = matrix.length;
    const valuesAt = outAt + count * HOURS;
    const columnsAt = valuesAt + to - from;
    const startsAt = columnsAt + Math.ceil((to - from) / 2);
    this.reserve(startsAt + Math.ceil((count + 1) / 2));
    const { numbers, ints } = this;
    numbers.set(matrix);
    for (let entry = from; entry < to; entry++) {
      numbers[valuesAt + entry - from] = values[entry]!;
      ints[2 * columnsAt + entry - from] = columns[entry]!;
    }
    for (let row = 0; row <= count; row++) ints[2 * startsAt + row] = starts[first + row]!;
    this.functions.sparseRows(startsAt * 8, columnsAt * 8, valuesAt * 8, count, outAt * 8);
    out.set(numbers.subarray(outAt, valuesAt), at);
  }

  cholesky(matrix: Float64Array, size: number): number {
    const width = padded(size);
    this.reserve(width * width + 16 * BLOCK);
    this.copyRows(matrix, size, size, 0);
    this.padWithIdentity(size, width);
    const failed = this.functions.cholesky(0, width, width * width * 8);
    for (let i = 0; i < size; i++) matrix.set(this.numbers.subarray(i * width, i * width + i + 1), i * size);
    return failed;
  }

  solve(factor: Float64Array, size: number, vectors: Float64Array, offset: number, count: number): void {
    const width = padded(size);
    this.reserve(width * (width + count));
    this.copyRows(factor, size, size, 0);
    this.padWithIdentity(size, width);
    this.solveWithFactor(size, vectors, offset, count);
  }

  solveRidge({ triangle, ridge, size }: RidgeSystem, vectors: Float64Array, offset: number, count: number): number {
    const width = padded(size);
    this.reserve(width * width + Math.max(16 * BLOCK, width * count));
    const { numbers } = this;
    for (let row = 0, from = 0; row < size; row++) {
      const start = row * width;
      for (let column = 0; column <= row; column++) numbers[start + column] = triangle[from++]!;
      numbers[start + row]! += ridge[row]!;
    }
    this.padWithIdentity(size, width);
    const failed = this.functions.cholesky(0, width, width * width * 8);
    if (failed < 0) this.solveWithFactor(size, vectors, offset, count);
    return failed;
  }

  /** Expects a factor at 0, as `cholesky` leaves it. */
  private solveWithFactor(size: number, vectors: Float64Array, offset: number, count: number): void {
    const width = padded(size);
    const panels = width * width;
    const inFours = wholeFours(count);
    const panelCount = inFours / BLOCK;
    const { numbers } = this;
    const panelOf = (panel: number) => panels + panel * width * BLOCK;
    for (let panel = 0; panel < panelCount; panel++) {
      const from = offset + panel * BLOCK * size;
      interleave(vectors, from, size, numbers, panelOf(panel));
      numbers.fill(0, panelOf(panel) + size * BLOCK, panelOf(panel + 1));
    }
    this.functions.forward(0, width, panels * 8, panelCount);
    // A vector with a NaN has spread it to the rows that fill the last block.
    for (let panel = 0; panel < panelCount; panel++) numbers.fill(0, panelOf(panel) + size * BLOCK, panelOf(panel + 1));
    this.functions.backward(0, width, panels * 8, panelCount);
    for (let panel = 0; panel < panelCount; panel++) {
      separate(numbers, panelOf(panel), size, vectors, offset + panel * BLOCK * size);
    }
    for (let vector = inFours; vector < count; vector++)
      solveOne(numbers, width, size, vectors, offset + vector * size);
  }

  /** Adds the products of rows whose panels begin at 0. @param sums buffer for the result */
  private addCopiedGram(gram: Float64Array, fade: number, count: number, size: number, sums: number): void {
    const width = padded(size);
    this.numbers.fill(0, sums, sums + width * width);
    this.functions.products(0, width, 0, width, count, sums * 8, 1);
    const { numbers } = this;
    for (let i = 0; i < size; i++) {
      const [to, from] = [triangleLength(i), sums + i * width];
      for (let j = 0; j <= i; j++) gram[to + j] = gram[to + j]! * fade + numbers[from + j]!;
    }
  }

  private reserve(count: number): void {
    if (this.numbers.length >= count) return;
    this.memory.grow(Math.ceil((count - this.numbers.length) / PAGE_NUMBERS));
    this.numbers = new Float64Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
  }

  /** Copies row-major numbers; each row then begins at a multiple of four. */
  private copyRows(from: Float64Array, count: number, size: number, at: number): void {
    const width = padded(size);
    if (width === size) {
      this.numbers.set(from.subarray(0, count * size), at);
      return;
    }
    for (let row = 0; row < count; row++)
      this.numbers.set(from.subarray(row * size, (row + 1) * size), at + row * width);
  }

  private padWithIdentity(size: number, width: number): void {
    for (let row = size; row < width; row++) {
      this.numbers.fill(0, row * width, (row + 1) * width);
      this.numbers[row * width + row] = 1;
    }
  }
}
