import type { JSX } from 'preact';
import type { Grid, Program } from '../../data/facts.js';
import { likeliestPct, oddsText, type PeakDay } from '../../data/peaks/peak-days.js';
import { Table } from '../../shell/parts/table.js';
import { dayText } from '../../time/market-day.js';
import { forecastMw, wholeMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';

interface ComingDaysProps {
  readonly days: readonly PeakDay[];
  readonly grid: Grid;
  readonly programs: readonly Program[];
  readonly hasOdds: boolean;
}

interface Column {
  readonly name: string;
  readonly cell: (of: PeakDay) => string;
}

/** A row a day: the expected peak, its hour, and the odds that the day counts. */
export function ComingDays({ days, grid, programs, hasOdds }: ComingDaysProps): JSX.Element {
  const odds: readonly Column[] = [
    { name: 'Odds of the hour', cell: (of) => oddsText(likeliestPct(of, grid.marketZone)) },
    { name: 'Highest of the month', cell: ({ monthPct }) => oddsText(monthPct) },
    { name: 'Highest of the season so far', cell: ({ seasonPct }) => oddsText(seasonPct) },
    ...programs
      .filter(({ id }) => days.some(({ program }) => program === id))
      .map(({ id, name }) => ({
        name: `A ${name} day`,
        cell: ({ program, programPct }: PeakDay) => (program === id ? oddsText(programPct) : 'does not count'),
      })),
  ];
  const columns: readonly Column[] = [
    {
      name: 'Expected, MW',
      cell: ({ state, peakMw, actualMw }) =>
        state === 'pending' ? 'pending' : peakMw === null ? wholeMw(actualMw) : forecastMw(peakMw),
    },
    ...(hasOdds
      ? [
          {
            name: '80 % range',
            cell: ({ p10, p90 }: PeakDay) => (p10 === null ? '–' : `${forecastMw(p10)} to ${forecastMw(p90)}`),
          },
        ]
      : []),
    {
      name: 'Most likely hour',
      cell: ({ startMs }) => (startMs === undefined ? '–' : hourText(startMs, grid.marketZone)),
    },
    ...(hasOdds ? odds : []),
  ];
  return (
    <Table label="Coming days" kind="peak-days" heads={['Day', ...columns.map(({ name }) => name)]}>
      {days.map((of) => (
        <tr key={of.day}>
          <th scope="row">{dayText(of.day)}</th>
          {columns.map(({ name, cell }) => (
            <td key={name}>{cell(of)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
