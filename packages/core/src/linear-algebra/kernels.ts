/** Rows with few nonzero columns: the entries of a row follow the entries of the row before it. */
export interface SparseRows {
  /** The first entry of each row, and behind the last row the end of its entries. */
  readonly starts: Int32Array;
  /** Column of each entry. */
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** Some sparse rows, in order, each with a factor and 24 targets. Columns ascend in a row. */
export interface FactoredRows {
  readonly rows: SparseRows;
  /** Indices of the rows. */
  readonly which: readonly number[];
  readonly factors: readonly number[];
  /** 24 numbers a row. */
  readonly targets: Float64Array;
  /** The row of `targets` that each entry uses. */
  readonly targetRows: readonly number[];
}

/** Sums of products of rows. */
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
  /** See `addGram`. */
  addGram(gram: Float64Array, rows: Float64Array, count: number, size: number): void;
  /** See `addProducts`. */
  addProducts(sums: Products, fade: number, rows: Float64Array, targets: Float64Array, shape: RowShape): void;
  /** See `addSparseProducts`. */
  addSparseProducts(sums: Products, added: FactoredRows): void;
  /** See `addWeighted`. */
  addWeighted(sum: Float64Array, arrays: readonly Float64Array[], weights: readonly number[]): void;
  /** See `dotsOf`: writes into `dots`. */
  dots(
    dots: Float64Array,
    left: Float64Array,
    leftCount: number,
    right: Float64Array,
    rightCount: number,
    size: number,
  ): void;
  /** See `writeSparseRows`. */
  sparseRows(out: Float64Array, at: number, matrix: Float64Array, rows: SparseRows, first: number, count: number): void;
  /** See `choleskyInPlace`. @returns -1, or the row at which the matrix is not positive definite */
  cholesky(matrix: Float64Array, size: number): number;
  /**
   * Solves as `choleskySolve` for `count` vectors that lie one after the other: four at a time, so that each row of the factor
   * is fetched once for all four. The pivots of each four are inverted, so the last bits differ from `choleskySolve`.
   */
  solve(factor: Float64Array, size: number, vectors: Float64Array, offset: number, count: number): void;
  /** See `solveRidge`. @returns as `cholesky` */
  solveRidge(system: RidgeSystem, vectors: Float64Array, offset: number, count: number): number;
}
