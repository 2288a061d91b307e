import type { JSX } from 'preact';
import type { Grid, PageState } from '../../data/facts.js';
import { LEAST_DAYS, likeliestPct, oddsText, type PeakDay, peakDays, peakRecord } from '../../data/peaks/peak-days.js';
import { rootOf, scoredAreasOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { Opened } from '../../shell/parts/opened.js';
import { RowTable } from '../../shell/parts/table.js';
import { Pending } from '../../shell/trouble.js';
import { dayPlus } from '../../time/market-day.js';
import { forecastMw, wholeMw } from '../../time/megawatts.js';
import { dayColumns, hourCell } from './coming-days.js';

const DAYS = 28;

interface PastDaysProps {
  readonly state: PageState;
  readonly grid: Grid;
  /** The newest day that is over. */
  readonly lastDay: string;
}

/** The expected peaks of the last four weeks' days at their start, and the outcomes. */
export function PastDays({ state, grid, lastDay }: PastDaysProps): JSX.Element | null {
  if (!scoredAreasOf(state.facts).includes(grid)) return null;
  return (
    <Opened kind="past" summary="How accurate were these odds? The last four weeks">
      {() => <Past state={state} grid={grid} lastDay={lastDay} />}
    </Opened>
  );
}

function Past({ state, grid, lastDay }: PastDaysProps): JSX.Element {
  const codes = [grid.code];
  const path = `/demand/peaks?region=${grid.code}&start=${dayPlus(lastDay, 1 - DAYS)}&end=${lastDay}`;
  const reading = useAnswer(state, `${path}&format=columns`, { codes });
  const { body } = reading;
  const days = body ? peakDays(body, grid.marketZone) : [];
  return (
    <>
      <Pending of={reading} what="past days" />
      {body && (
        <>
          <Record days={days} zone={grid.marketZone} />
          <PastTable days={days} zone={grid.marketZone} />
          <p>
            <a href={`${rootOf(codes, state.facts)}${path}&tz=market&format=csv`} download>
              Download CSV
            </a>
          </p>
        </>
      )}
    </>
  );
}

function Record({ days, zone }: { readonly days: readonly PeakDay[]; readonly zone: string }): JSX.Element {
  const record = peakRecord(days, zone);
  if (record.days < LEAST_DAYS)
    return (
      <p>
        Not enough history yet: {record.days} of {LEAST_DAYS} days needed. Each day adds one.
      </p>
    );
  return (
    <p>
      <b>
        The most likely hour was right on {record.hourHits} of {record.days} days
      </b>{' '}
      (expected: {Math.round(record.hourHitsPromised)}). The peak was inside its 80 % range on {record.inside} of{' '}
      {record.days} days.
    </p>
  );
}

/** Highest first: what a season is ranked by. */
function PastTable({ days, zone }: { readonly days: readonly PeakDay[]; readonly zone: string }): JSX.Element {
  const measured = days.filter(({ actualMw }) => actualMw !== null);
  const { day, range, hour } = dayColumns(zone);
  return (
    <RowTable
      label="Past days"
      kind="peak-days"
      caption="The highest days of the last four weeks, highest first, with the odds at the start of each day"
      rows={measured.toSorted((a, b) => (b.actualMw ?? 0) - (a.actualMw ?? 0))}
      columns={[
        day,
        { name: 'Measured, MW', cell: ({ actualMw }) => wholeMw(actualMw) },
        { name: 'At', cell: ({ actualStartMs }) => hourCell(actualStartMs, zone) },
        { name: 'Expected, MW', cell: ({ peakMw }) => forecastMw(peakMw) },
        range,
        hour,
        { name: 'Its odds', cell: (of) => (of.startMs === undefined ? '–' : oddsText(likeliestPct(of, zone))) },
        {
          name: 'Hour right',
          cell: (of) => (of.startMs === undefined ? '–' : of.startMs === of.actualStartMs ? 'yes' : 'no'),
        },
      ]}
    />
  );
}
