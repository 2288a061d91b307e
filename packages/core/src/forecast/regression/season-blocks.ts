import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Products } from '../../linear-algebra/kernels.js';
import { addProducts } from '../../linear-algebra/products.js';
import { triangleLength } from '../../linear-algebra/triangle.js';
import { addWeighted } from '../../linear-algebra/weighted-sum.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { REGRESSION } from '../settings.data.js';

/** Gram matrix and cross products of one calendar month's rows, over all years. */
interface SeasonBlock extends Products {
  /** The day its weights refer to. */
  reference: DayNumber;
}

/** Where the sums of a fit are weighed: the fits of a thread are made one after the other, and each needs them once. */
const scratch: Record<keyof Products, Float64Array> = { gram: new Float64Array(), cross: new Float64Array() };

function zeros(sums: keyof Products, length: number): Float64Array {
  if (scratch[sums].length < length) scratch[sums] = new Float64Array(length);
  return scratch[sums].subarray(0, length).fill(0);
}

/** The rows of a regression, summed in twelve blocks, one a calendar month: a fit weighs the blocks and not the rows. */
export class SeasonBlocks {
  private readonly size: number;
  private readonly outputs: number;
  private readonly blocks = new Map<number, SeasonBlock>();

  /**
   * @param size features of a row
   * @param outputs targets of a row
   */
  constructor(size: number, outputs: number) {
    this.size = size;
    this.outputs = outputs;
  }

  /** Drops all rows. */
  clear(): void {
    this.blocks.clear();
  }

  /**
   * Adds the rows of a month; rows of the same month in earlier years fade.
   *
   * @param trainingCutoff at the month's start
   * @param rows count x size, row-major
   * @param targets count x outputs, row-major
   */
  add(trainingCutoff: DayNumber, rows: Float64Array, targets: Float64Array, count: number): void {
    const { size, outputs } = this;
    const middle = trainingCutoff + REGRESSION.middleOfMonth;
    const block = this.blockOf(middle);
    const fade = Math.min(1, 0.5 ** ((middle - block.reference) / REGRESSION.halfLifeDays));
    addProducts(block, fade, rows, targets, { count, size, outputs });
    block.reference = middle;
  }

  /**
   * The sums of all blocks, with larger weights for near seasons and recent years.
   *
   * @returns the lower triangle of the Gram matrix, as blocks keep it, and the cross products; both last to the next call of any
   */
  weighed(trainingCutoff: DayNumber): Products {
    const season = dayOfYear(trainingCutoff + REGRESSION.middleOfMonth);
    const blocks = [...this.blocks.values()];
    const weights = blocks.map(({ reference }) => {
      const distance = seasonDistance(dayOfYear(reference), season) / REGRESSION.seasonWidthDays;
      const nearness = REGRESSION.seasonFloor + (1 - REGRESSION.seasonFloor) * Math.exp(-0.5 * distance ** 2);
      return nearness * 0.5 ** ((trainingCutoff - reference) / REGRESSION.halfLifeDays);
    });
    const gram = zeros('gram', triangleLength(this.size));
    const cross = zeros('cross', this.size * this.outputs);
    addWeighted(
      gram,
      blocks.map((block) => block.gram),
      weights,
    );
    addWeighted(
      cross,
      blocks.map((block) => block.cross),
      weights,
    );
    return { gram, cross };
  }

  private blockOf(middle: DayNumber): SeasonBlock {
    const month = new Date(middle * 86_400_000).getUTCMonth();
    const block = this.blocks.get(month) ?? {
      gram: new Float64Array(triangleLength(this.size)),
      cross: new Float64Array(this.size * this.outputs),
      reference: middle,
    };
    this.blocks.set(month, block);
    return block;
  }
}
