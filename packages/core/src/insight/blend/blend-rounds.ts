import type { EpochMs } from '../../time/instant.js';

/** Hours that are forecast together: a lead block of a day. */
export interface Round {
  /** Hours of the columns, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Rounds of the same block share regrets. */
  readonly block: number;
  /** When its forecast is due, and when its last hour ends. */
  readonly dueAt: EpochMs;
  readonly endsAt: EpochMs;
}

/** Rounds that are looked back on, and the fewest of them that say something. */
const [TRAILING, FEWEST] = [14, 7];
/** An expert is left out while its trailing error is this many times the lowest one. */
const WORST_RATIO = 3;
/** Farthest, in logs, from the block's trailing load that the mean of a round may lie: another unit, doubled hours. */
const FARTHEST = 0.6;
/** A regret of this size, in logs, halves the first learning rate. */
export const REGRET_SCALE = 0.1;

/** The experts' record in the rounds of a block: errors and load are means of the newest rounds. */
interface Block {
  readonly regrets: Float64Array;
  readonly squares: Float64Array;
  readonly errors: readonly number[][];
  readonly levels: number[];
  readonly pending: { readonly round: Round; readonly present: readonly number[] }[];
}

/**
 * Blends forecasts by ML-Poly with the gradient trick, on absolute errors of logs: an expert weighs by how much better than
 * the blend it was, so the blend is never worse than an expert by more than `sqrt((s² + its squares) * sum of r² / (s² +
 * squares before))`, with the regrets `r` of all experts and `s = REGRET_SCALE`. An expert without all hours of a round, far
 * from load or with large trailing errors is left out of it. Only rounds that ended before a round was due count for it.
 *
 * @param experts of each one value an hour, MW; NaN where it had none when it was due
 * @param actualMw NaN where load is not known
 * @param rounds in the order in which they are due
 * @returns MW, NaN where no expert counts; and of each round one weight an expert, adding up to 1, or all 0
 * @see Gaillard, Stoltz & van Erven 2014, "A second-order bound with excess losses", theorem 5
 */
export function blendRounds(experts: readonly Float64Array[], actualMw: Float64Array, rounds: readonly Round[]) {
  const logs = experts.map((mw) => mw.map(Math.log));
  const actual = actualMw.map(Math.log);
  const blended = new Float64Array(actual.length).fill(Number.NaN);
  const blocks = new Map<number, Block>();
  const zeros = () => new Float64Array(experts.length);
  const weights = rounds.map((round) => {
    const fresh = { regrets: zeros(), squares: zeros(), errors: experts.map(() => []), levels: [], pending: [] };
    const block = blocks.get(round.block) ?? fresh;
    blocks.set(round.block, block);
    while (block.pending[0] && block.pending[0].round.endsAt <= round.dueAt) settleOldest(block, logs, actual, blended);
    const present = presentIn(block, logs, round);
    block.pending.push({ round, present });
    const leads = present.map((k) => Math.max(0, block.regrets[k]!) / (REGRET_SCALE ** 2 + block.squares[k]!));
    const sum = leads.reduce((total, lead) => total + lead, 0);
    const weighed = zeros();
    for (const [i, k] of present.entries()) weighed[k] = sum > 0 ? leads[i]! / sum : 1 / present.length;
    for (let hour = round.from; present.length > 0 && hour < round.to; hour++)
      blended[hour] = present.reduce((total, k) => total + weighed[k]! * logs[k]![hour]!, 0);
    return weighed;
  });
  return { valueMw: blended.map(Math.exp), weights };
}

/** The experts that may count for a round. */
function presentIn({ errors, levels }: Block, logs: readonly Float64Array[], { from, to }: Round): readonly number[] {
  const level = levels.length < FEWEST ? Number.NaN : mean(levels);
  const near = [...logs.keys()].filter((k) => {
    const forecast = mean([...logs[k]!.subarray(from, to)]);
    return Number.isFinite(forecast) && !(Math.abs(forecast - level) > FARTHEST);
  });
  const known = near.filter((k) => errors[k]!.length >= FEWEST);
  const best = Math.min(...known.map((k) => mean(errors[k]!)));
  return known.length === 0 ? near : known.filter((k) => mean(errors[k]!) <= WORST_RATIO * best);
}

function settleOldest(block: Block, logs: readonly Float64Array[], actual: Float64Array, blended: Float64Array): void {
  const { round, present } = block.pending.shift()!;
  const hours = Array.from({ length: round.to - round.from }, (_, i) => round.from + i);
  const measured = hours.filter((hour) => Number.isFinite(actual[hour]!));
  if (measured.length === 0) return;
  const meanOf = (value: (hour: number) => number) => mean(measured.map(value));
  keep(
    block.levels,
    meanOf((hour) => actual[hour]!),
  );
  logs.forEach((log, k) => {
    const error = meanOf((hour) => Math.abs(log[hour]! - actual[hour]!));
    if (Number.isFinite(error)) keep(block.errors[k]!, error);
    if (!present.includes(k)) return;
    const regret = meanOf((hour) => Math.sign(blended[hour]! - actual[hour]!) * (blended[hour]! - log[hour]!));
    block.regrets[k]! += regret;
    block.squares[k]! += regret ** 2;
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function keep(newest: number[], value: number): void {
  newest.push(value);
  if (newest.length > TRAILING) newest.shift();
}
