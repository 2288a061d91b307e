/**
 * How the errors of a run's hours go together. Standardised errors of two hours `lag` apart have the correlation
 *
 *     persistence ^ (lag / 24) * sum over m of harmonics[m] * cos(2 pi m lag / 24)
 *
 * and what the harmonics leave of 1 is noise of each hour. With it and a seed the run's joint paths are made again.
 */
export interface ErrorDependence {
  /** Correlation with the same hour of the next day, 0 to 1. */
  readonly persistence: number;
  /** Share of each harmonic of the day, from the mean of the day on; none negative, together at most 1. */
  readonly harmonics: readonly number[];
}

/** Whether numbers can be a dependence as it is kept: thousandths. */
export function isDependence({ persistence, harmonics }: ErrorDependence): boolean {
  const all = [persistence, ...harmonics];
  const sum = harmonics.reduce((total, share) => total + Math.round(1000 * share), 0);
  return (
    all.every((share) => share >= 0 && share <= 1 && Math.round(1000 * share) / 1000 === share) &&
    sum <= 1000 &&
    harmonics.length <= 12
  );
}
