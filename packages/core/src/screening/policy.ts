/** What counts as a fault in one series. Deviations are differences of natural logs: 0.13 is about 14 %. */
export interface ScreenPolicy {
  /** This many equal values in a row are a frozen meter. */
  readonly frozenRunHours: number;
  /** Farthest from the median of the same hour over 28 days that a value may lie. */
  readonly maxLogDeviation: number;
  /** Smallest difference from the usual change of the hour that may be a jump. */
  readonly jumpFloor: number;
  /** if it also exceeds this many median absolute deviations of that change. */
  readonly jumpMads: number;
  /** Jumps in a row after which the new level is accepted. */
  readonly maxJumpRunHours: number;
}
