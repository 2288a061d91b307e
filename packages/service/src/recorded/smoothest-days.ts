/** Changing from one stretch of the record to another costs this, and the difference of load between the two, as a share. */
const CHANGE_COST = 0.01;
/** The difference where a day before is not recorded. */
const UNKNOWN_DIFFERENCE = 0.1;
/** Each day away from the first candidate. */
const AWAY_COST = 0.0005;
/** Recorded days up to one of them. */
interface Choice {
  readonly day: number;
  readonly cost: number;
  readonly before: Choice | undefined;
}

/**
 * Chooses a recorded day for each of consecutive days, each at most once, so that stretches of the record are long, and meet at
 * days of like load: where the weather jumps overnight, no forecast could know it. On the last day the first candidate is chosen.
 *
 * @param candidates day numbers, of each day at least one
 * @param meanMw of a recorded day; NaN where it is not recorded
 */
export function smoothestDays(candidates: readonly (readonly number[])[], meanMw: (day: number) => number): number[] {
  const chosen = cheapestDays(candidates, meanMw);
  const isRepeated = (i: number) => chosen.indexOf(chosen[i]!) < i && candidates[i]!.length > 1;
  if (!chosen.some((_, i) => isRepeated(i))) return chosen;
  const others = candidates.map((days, i) => (isRepeated(i) ? days.filter((day) => day !== chosen[i]) : days));
  return smoothestDays(others, meanMw);
}

function cheapestDays(candidates: readonly (readonly number[])[], meanMw: (day: number) => number): number[] {
  const changeCost = (before: number, day: number): number => {
    if (day === before + 1) return 0;
    const difference = Math.abs(meanMw(day - 1) / meanMw(before) - 1);
    return CHANGE_COST + (Number.isNaN(difference) ? UNKNOWN_DIFFERENCE : difference);
  };
  const extend = (choices: readonly Choice[], day: number, awayCost: number): Choice => {
    let [before, least] = [choices[0]!, Number.POSITIVE_INFINITY];
    for (const choice of choices) {
      const cost = choice.cost + changeCost(choice.day, day);
      if (cost < least) [before, least] = [choice, cost];
    }
    return { day, cost: least + awayCost, before };
  };
  const [first = [], ...later] = candidates;
  let choices: readonly Choice[] = first.map((day, i) => ({ day, cost: i, before: undefined }));
  for (const days of later) choices = days.map((day, i) => extend(choices, day, i > 0 ? AWAY_COST : 0));
  const chosen: number[] = [];
  for (let choice = choices[0]; choice; choice = choice.before) chosen.unshift(choice.day);
  return chosen;
}
