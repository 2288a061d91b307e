import type { Kernels, Products, RidgeSystem, RowShape, SparseRows } from '../kernels.js';
import { solveOne, wholeFours } from '../plain/plain-cholesky.js';
import { triangleLength } from '../triangle.js';
import { moduleOf } from './assembler.js';
import { BLOCK } from './block.js';
import { cholesky } from './cholesky-code.js';
import { dots } from './inner-products-code.js';
import { products } from './products-code.js';
import { HOURS, sparseRows } from './sparse-rows-code.js';
import { backward, forward } from './triangular-code.js';

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
}

/** What is used of the global `WebAssembly`, which the types of Node do not declare. */
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
    const { exports } = new Instance(new Module(moduleOf([products, dots, cholesky, forward, backward, sparseRows])), {
      env: { memory: this.memory },
    });
    this.functions = exports as KernelFunctions;
    this.numbers = new Float64Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
  }

  addGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void {
    this.reserve(padded(size) * (count + padded(size)));
    this.copyPanels(rows, count, size, 0);
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
    this.copyPanels(rows, count, size, 0);
    this.copyPanels(targets, count, outputs, count * width);
    this.addCopiedGram(gram, fade, count, size, sums);
    this.numbers.fill(0, sums, sums + width * height);
    this.functions.products(0, width, count * width * 8, height, count, sums * 8, 0);
    const { numbers } = this;
    for (let output = 0; output < outputs; output++) {
      const [to, from] = [output * size, sums + output * width];
      for (let j = 0; j < size; j++) cross[to + j] = cross[to + j]! * fade + numbers[from + j]!;
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

  /** With a factor at 0, as `cholesky` leaves it. */
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

  /** Of rows whose panels begin at 0. @param sums where they are made */
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

  /** Copies row-major numbers as panels of four columns, each row after row; columns that fill the last one up are 0. */
  private copyPanels(from: Float64Array, count: number, size: number, at: number): void {
    const { numbers } = this;
    let to = at;
    for (let column = 0; column + BLOCK <= size; column += BLOCK) {
      for (let row = 0; row < count; row++) {
        const source = row * size + column;
        numbers[to] = from[source]!;
        numbers[to + 1] = from[source + 1]!;
        numbers[to + 2] = from[source + 2]!;
        numbers[to + 3] = from[source + 3]!;
        to += BLOCK;
      }
    }
    const rest = size % BLOCK;
    for (let row = 0; rest > 0 && row < count; row++) {
      for (let each = 0; each < BLOCK; each++) numbers[to++] = each < rest ? from[(row + 1) * size - rest + each]! : 0;
    }
  }

  private padWithIdentity(size: number, width: number): void {
    for (let row = size; row < width; row++) {
      this.numbers.fill(0, row * width, (row + 1) * width);
      this.numbers[row * width + row] = 1;
    }
  }
}

const padded = (length: number): number => Math.ceil(length / BLOCK) * BLOCK;

/** Four vectors that lie one after the other, to be side by side. */
function interleave(from: Float64Array, at: number, size: number, to: Float64Array, start: number): void {
  for (let i = 0; i < size; i++) {
    to[start + 4 * i] = from[at + i]!;
    to[start + 4 * i + 1] = from[at + size + i]!;
    to[start + 4 * i + 2] = from[at + 2 * size + i]!;
    to[start + 4 * i + 3] = from[at + 3 * size + i]!;
  }
}

/** Four vectors that lie side by side, to be one after the other. */
function separate(from: Float64Array, start: number, size: number, to: Float64Array, at: number): void {
  for (let i = 0; i < size; i++) {
    to[at + i] = from[start + 4 * i]!;
    to[at + size + i] = from[start + 4 * i + 1]!;
    to[at + 2 * size + i] = from[start + 4 * i + 2]!;
    to[at + 3 * size + i] = from[start + 4 * i + 3]!;
  }
}
