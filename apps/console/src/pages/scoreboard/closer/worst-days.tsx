import type { JSX } from 'preact';
import { type DayError, type HourError, worstDays } from '../../../data/errors/hour-errors.js';
import type { Grid } from '../../../data/facts.js';
import { RowTable } from '../../../shell/parts/table.js';
import { percent, wholeMw } from '../../../time/megawatts.js';
import { hourText, wallTime, weekdayText } from '../../../time/wall-clock.js';

const MOST = 5;

/** The days on which our forecast was furthest off, with what happened. */
export function WorstDays({ hours, grid }: { readonly hours: readonly HourError[]; readonly grid: Grid }): JSX.Element {
  return (
    <RowTable
      label="Worst days"
      kind="words story"
      rows={worstDays(hours, MOST)}
      columns={[
        { name: 'Day', cell: ({ worst }) => weekdayText(wallTime(worst.startMs, grid.marketZone)) },
        { name: 'Ours', cell: ({ oursPct }) => percent(oursPct) },
        { name: 'Operator’s', cell: ({ operatorPct }) => percent(operatorPct) },
        { name: 'What happened', cell: (each) => happened(each, grid.marketZone) },
      ]}
    />
  );
}

/** `Load was 3.1 % above the forecast on average; largest miss at 17:00–18:00 EST: 98 200 MW, forecast 94 100.` */
function happened({ biasPct, worst }: DayError, zone: string): string {
  const { loadMw, forecastMw, p10, p90, startMs } = worst;
  const side = biasPct > 0 ? 'below' : 'above';
  const bounds =
    p10 === null || p90 === null
      ? ''
      : loadMw < p10 || loadMw > p90
        ? ', outside the likely range'
        : ', inside the likely range';
  return `Load was ${percent(Math.abs(biasPct))} ${side} the forecast on average; largest miss at ${hourText(startMs, zone)}: ${wholeMw(loadMw)} MW, forecast ${wholeMw(forecastMw)}${bounds}.`;
}
