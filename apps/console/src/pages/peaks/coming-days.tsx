import type { JSX } from 'preact';
import type { Grid, Program } from '../../data/facts.js';
import { likeliestPct, oddsText, type PeakDay } from '../../data/peaks/peak-days.js';
import { type Column, RowTable } from '../../shell/parts/table.js';
import { dayText } from '../../time/market-day.js';
import { forecastMw, rangeMw, wholeMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';

/** The hour that starts then; a dash where none is known. */
export const hourCell = (startMs: number | undefined, zone: string): string =>
  startMs === undefined ? '–' : hourText(startMs, zone);

export const dayColumns = (zone: string) => ({
  day: { name: 'Day', cell: ({ day }: PeakDay) => dayText(day) },
  range: { name: '80 % range', cell: ({ p10, p90 }: PeakDay) => rangeMw(p10, p90) },
  hour: { name: 'Most likely hour', cell: ({ startMs }: PeakDay) => hourCell(startMs, zone) },
});

interface ComingDaysProps {
  readonly days: readonly PeakDay[];
  readonly grid: Grid;
  readonly programs: readonly Program[];
  readonly hasOdds: boolean;
}

/** A row a day: the expected peak, its hour, and the odds that the day counts. */
export function ComingDays({ days, grid, programs, hasOdds }: ComingDaysProps): JSX.Element {
  const { day, range, hour } = dayColumns(grid.marketZone);
  const odds: readonly Column<PeakDay>[] = [
    { name: 'Odds of that hour', cell: (of) => oddsText(likeliestPct(of, grid.marketZone)) },
    { name: 'Highest of the month', cell: ({ monthPct }) => oddsText(monthPct) },
    { name: 'Highest of the season so far', cell: ({ seasonPct }) => oddsText(seasonPct) },
    ...programs
      .filter(({ id }) => days.some(({ program }) => program === id))
      .map(({ id, name }) => ({
        name: `A ${name} day`,
        cell: ({ program, programPct }: PeakDay) => (program === id ? oddsText(programPct) : 'out of season'),
      })),
  ];
  const expected = {
    name: 'Expected, MW',
    cell: ({ state, peakMw, actualMw }: PeakDay) =>
      state === 'pending' ? 'pending' : peakMw === null ? wholeMw(actualMw) : forecastMw(peakMw),
  };
  const columns = hasOdds ? [day, expected, range, hour, ...odds] : [day, expected, hour];
  return <RowTable label="Coming days" kind="peak-days" rows={days} columns={columns} />;
}
