import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ColumnsAnswer } from '../../data/columns.js';
import type { Grid, PageState } from '../../data/facts.js';
import { LEAST_DAYS, likeliestPct, oddsText, type PeakDay, peakDays, peakRecord } from '../../data/peaks/peak-days.js';
import { rootOf, scoredGridsOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { Table } from '../../shell/parts/table.js';
import { Trouble, Waiting } from '../../shell/trouble.js';
import { dayPlus, dayText } from '../../time/market-day.js';
import { forecastMw, wholeMw } from '../../time/megawatts.js';
import { hourText } from '../../time/wall-clock.js';

const DAYS = 28;

interface PastDaysProps {
  readonly state: PageState;
  readonly grid: Grid;
  /** The newest day that is over. */
  readonly lastDay: string;
}

/** The expected peaks of the last four weeks' days at their start, and the outcomes. Read when it is opened. */
export function PastDays({ state, grid, lastDay }: PastDaysProps): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  if (!scoredGridsOf(state.facts).includes(grid.code)) return null;
  return (
    <details class="past" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How accurate were these odds? The last four weeks</summary>
      {isOpen && <Past state={state} grid={grid} lastDay={lastDay} />}
    </details>
  );
}

function Past({ state, grid, lastDay }: PastDaysProps): JSX.Element {
  const codes = [grid.code];
  const path = `/demand/peaks?region=${grid.code}&start=${dayPlus(lastDay, 1 - DAYS)}&end=${lastDay}`;
  const { body, failure, isWaiting } = useAnswer<ColumnsAnswer>(state, `${path}&format=columns`, { codes });
  const days = body ? peakDays(body, grid.marketZone) : [];
  return (
    <>
      {failure && <Trouble failure={failure} isStale={body !== undefined} />}
      {isWaiting && <Waiting what="past days" />}
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
        Not enough history yet: {record.days} of {LEAST_DAYS} days needed.
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
  const ranked = measured.toSorted((a, b) => (b.actualMw ?? 0) - (a.actualMw ?? 0));
  const heads = [
    'Day',
    'Measured, MW',
    'At',
    'Expected, MW',
    '80 % range',
    'Most likely hour',
    'Its odds',
    'Hour right',
  ];
  return (
    <Table
      label="Past days"
      kind="peak-days"
      heads={heads}
      caption="The highest days of the last four weeks, highest first, with the odds at the start of each day"
    >
      {ranked.map((of) => (
        <tr key={of.day}>
          <th scope="row">{dayText(of.day)}</th>
          <td>{wholeMw(of.actualMw)}</td>
          <td>{of.actualStartMs === undefined ? '–' : hourText(of.actualStartMs, zone)}</td>
          <td>{forecastMw(of.peakMw)}</td>
          <td>{of.p10 === null ? '–' : `${forecastMw(of.p10)} to ${forecastMw(of.p90)}`}</td>
          <td>{of.startMs === undefined ? '–' : hourText(of.startMs, zone)}</td>
          <td>{of.startMs === undefined ? '–' : oddsText(likeliestPct(of, zone))}</td>
          <td>{of.startMs === undefined ? '–' : of.startMs === of.actualStartMs ? 'yes' : 'no'}</td>
        </tr>
      ))}
    </Table>
  );
}
