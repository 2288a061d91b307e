import type { Scores } from '@loadcast/core/accuracy';
import type { GroupScores, PairScores, ScoresBy } from '@loadcast/core/insight';
import { type Table, type TableColumn, tableOf } from '@loadcast/formats';

/** Scores of an area: of all its hours, and of each cut. */
export interface ScoredArea {
  readonly code: string;
  readonly whole: GroupScores | undefined;
  readonly groups: readonly GroupScores[];
}

/** A week of hours: fewer say nothing. */
const LEAST_HOURS = 168;

/** One forecast of one cut. */
interface Row {
  readonly region: string;
  readonly key: string;
  readonly model: string;
  readonly hours: number;
  /** Undefined where too few hours are scored. */
  readonly scores: Scores | undefined;
  readonly pair: PairScores | undefined;
}

/**
 * A row a cut and forecast: ours over every hour that it has, the others on the hours that both have, beside our numbers on
 * those. A forecast with fewer than 168 such hours in all cuts together is `pending`, without numbers.
 */
export function scoresTable(areas: readonly ScoredArea[], by: ScoresBy): Table {
  const rows = areas.flatMap((area) => rowsOf(area, by));
  const number = (name: string, value: (row: Row) => number | undefined): TableColumn => ({
    name,
    kind: 'number',
    values: rows.map((row) => value(row) ?? Number.NaN),
  });
  const score = (name: string, value: (scores: Scores) => number) =>
    number(name, ({ scores }) => scores && value(scores));
  const pair = (name: string, value: (pair: PairScores) => number) =>
    number(name, ({ pair: own }) => own && value(own));
  return tableOf(rows.length, [
    { name: 'region', kind: 'text', values: rows.map(({ region }) => region) },
    by === 'all' ? undefined : { name: by, kind: 'text', values: rows.map(({ key }) => key) },
    { name: 'forecast', kind: 'text', values: rows.map(({ model }) => model) },
    { name: 'state', kind: 'text', values: rows.map(({ scores }) => (scores ? 'scored' : 'pending')) },
    number('n', ({ hours }) => hours),
    score('mape_pct', ({ mapePct }) => mapePct),
    score('mae_mw', ({ maeMw }) => maeMw),
    score('rmse_mw', ({ rmseMw }) => rmseMw),
    score('bias_mw', ({ biasMw }) => biasMw),
    score('interval_hours', ({ intervalHours }) => intervalHours),
    score('pinball_mw', ({ pinballMw }) => pinballMw),
    score('crps_mw', ({ crpsMw }) => crpsMw),
    score('coverage_pct', ({ coveragePct }) => coveragePct),
    score('width_mw', ({ widthMw }) => widthMw),
    score('winkler_mw', ({ winklerMw }) => winklerMw),
    pair('loadcast_mape_pct', ({ ours }) => ours.mapePct),
    pair('loadcast_mae_mw', ({ ours }) => ours.maeMw),
    pair('skill_pct', ({ skillPct }) => skillPct),
    pair('skill_low_pct', ({ skillLowPct }) => skillLowPct),
    pair('skill_high_pct', ({ skillHighPct }) => skillHighPct),
  ]);
}

function rowsOf({ code, whole, groups }: ScoredArea, by: ScoresBy): Row[] {
  if (!whole) return by === 'all' ? FORECASTS.map((model) => pendingRow(code, 'all', model, 0)) : [];
  return groups.flatMap((group) => {
    const { key, ours, pairs } = group;
    const isEnough = whole.ours.hours >= LEAST_HOURS;
    const own = { region: code, key, model: FORECASTS[0]!, hours: ours.hours, scores: isEnough ? ours : undefined };
    return [
      { ...own, pair: undefined },
      ...pairs.map((pair, index): Row => {
        const { hours } = pair.scores;
        if (whole.pairs[index]!.scores.hours < LEAST_HOURS) return pendingRow(code, key, pair.name, hours);
        return { region: code, key, model: pair.name, hours, scores: pair.scores, pair };
      }),
    ];
  });
}

const FORECASTS = ['loadcast', 'operator', 'naive_24h', 'naive_168h'] as const;

const pendingRow = (region: string, key: string, model: string, hours: number): Row => ({
  region,
  key,
  model,
  hours,
  scores: undefined,
  pair: undefined,
});
