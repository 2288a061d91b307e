/** Hour-of-day shapes with mean 1: working day, and weekend or holiday. */
export const WORKDAY: readonly number[] = [
  0.85, 0.82, 0.8, 0.8, 0.82, 0.88, 0.96, 1.02, 1.03, 1.03, 1.03, 1.04, 1.04, 1.04, 1.04, 1.05, 1.08, 1.12, 1.14, 1.14,
  1.12, 1.07, 0.99, 0.91,
];
export const DAY_OFF: readonly number[] = [
  0.86, 0.82, 0.8, 0.79, 0.79, 0.81, 0.84, 0.87, 0.91, 0.95, 0.97, 0.98, 0.98, 0.98, 0.98, 0.99, 1.03, 1.08, 1.11, 1.12,
  1.1, 1.05, 0.98, 0.91,
];
