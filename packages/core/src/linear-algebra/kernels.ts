export interface Products {
  /** `triangleLength(size)` numbers: the lower triangle of X'X, row after row without gaps. */
  readonly gram: Float64Array;
  /** Outputs x size, row-major: row `o` is X'y of output `o`. Cross products of sparse rows, size x 24. */
  readonly cross: Float64Array;
}

/** How many rows there are, and features and targets of each. */
export interface RowShape {
  readonly count: number;
  readonly size: number;
  readonly outputs: number;
}

/** A symmetric matrix, to whose diagonal ridge penalties are added. */
export interface RidgeSystem {
  /** `triangleLength(size)` numbers: the lower triangle, row after row without gaps. */
  readonly triangle: Float64Array;
  /** `size` numbers, added to the diagonal. */
  readonly ridge: Float64Array;
  readonly size: number;
}

/** The loops that a fit spends its time in. All implementations give the same bits: each sum is made in one order. */
export interface Kernels {
  addProducts(sums: Products, fade: number, rows: Float64Array, targets: Float64Array, shape: RowShape): void;
  /** See `dotsOf`: writes into `dots`. */
  dots(
    dots: Float64Array,
    left: Float64Array,
    leftCount: number,
    right: Float64Array,
    rightCount: number,
    size: number,
  ): void;
  /** See `solveRidge`. @returns -1, or the row at which the matrix is not positive definite */
  solveRidge(system: RidgeSystem, vectors: Float64Array, offset: number, count: number): number;
}
