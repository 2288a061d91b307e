import type { Scores } from '@loadcast/core/accuracy';
import {
  type GroupScores,
  type KnownForecaster,
  type PairScores,
  type ScoreRow,
  type ScoresBy,
  scoreRows,
} from '@loadcast/core/insight';
import { type Table, type TableColumn, tableOf } from '@loadcast/formats';
import { columnsFrom } from './columns-from.js';

/** Scores of an area: of all its hours, and of each cut. */
export interface ScoredArea {
  readonly code: string;
  readonly whole: GroupScores | undefined;
  readonly groups: readonly GroupScores[];
  readonly compared: readonly KnownForecaster[];
}

interface CodedScoreRow extends ScoreRow {
  readonly region: string;
}

/** The rows of `scoreRows` of each area. */
export function scoresTable(areas: readonly ScoredArea[], by: ScoresBy, hasForecasters: boolean): Table {
  const names = new Map(areas.flatMap(({ compared }) => compared).map(({ id, name }) => [id, name]));
  const rows = areas.flatMap(({ code, whole, groups, compared }): CodedScoreRow[] => {
    if (!whole && by !== 'all') return [];
    const ids = compared.map(({ id }) => id);
    return scoreRows(whole, groups, ids).map((row) => ({ ...row, region: code }));
  });
  const { number, text } = columnsFrom(rows);
  return tableOf(rows.length, [
    text('region', ({ region }) => region),
    by === 'all' ? undefined : text(by, ({ key }) => key),
    text('forecast', ({ forecast }) => forecast),
    ...scoreColumns(rows),
    ...(hasForecasters
      ? [
          number('dm_statistic', ({ pair }) => pair?.test.statistic),
          number('dm_p', ({ pair }) => pair?.test.pValue),
          text('name', ({ forecast }) => names.get(forecast)),
        ]
      : []),
  ]);
}

/** State, hours and numbers of scored rows. */
export function scoreColumns(rows: readonly ScoreRow[]): TableColumn[] {
  const { number, text } = columnsFrom(rows);
  const score = (name: string, value: (scores: Scores) => number) =>
    number(name, ({ scores }) => scores && value(scores));
  const pair = (name: string, value: (pair: PairScores) => number) =>
    number(name, ({ pair: own }) => own && value(own));
  return [
    text('state', ({ scores }) => (scores ? 'scored' : 'pending')),
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
    pair('late_hours', ({ lateHours }) => lateHours),
  ];
}
