import type { Kernels, Products, RidgeSystem, RowShape } from '../kernels.js';
import { solveOne, wholeFours } from '../plain/plain-ridge.js';
import { triangleLength } from '../triangle.js';
import { moduleOf } from './assembler.js';
import { BLOCK } from './block.js';
import { cholesky } from './cholesky-code.js';
import { dots } from './inner-products-code.js';
import { copyPanels, interleave, padded, separate } from './panels.js';
import { products } from './products-code.js';
import { backward, forward } from './triangular-code.js';

/** The functions of a module, which compute in its memory: addresses are in bytes. Each names its parameters where it is written. */
type KernelFunctions = Readonly<
  Record<'products' | 'dots' | 'cholesky' | 'forward' | 'backward', (...parameters: number[]) => number>
>;

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

  /** @throws {Error} there is no WebAssembly, or no SIMD in it */
  constructor() {
    const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    this.memory = new Memory({ initial: 1 });
    const functions = [products, dots, cholesky, forward, backward];
    const { exports } = new Instance(new Module(moduleOf(functions)), { env: { memory: this.memory } });
    this.functions = exports as KernelFunctions;
    this.numbers = new Float64Array(this.memory.buffer);
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
    this.numbers.fill(0, sums, sums + width * width);
    this.functions.products(0, width, 0, width, count, sums * 8, 1);
    for (let i = 0; i < size; i++) {
      const [to, from] = [triangleLength(i), sums + i * width];
      for (let j = 0; j <= i; j++) gram[to + j] = gram[to + j]! * fade + this.numbers[from + j]!;
    }
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

  private reserve(count: number): void {
    if (this.numbers.length >= count) return;
    this.memory.grow(Math.ceil((count - this.numbers.length) / PAGE_NUMBERS));
    this.numbers = new Float64Array(this.memory.buffer);
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
