import type { JSX } from 'preact';
import { type ColumnsAnswer, instants, numbers, texts } from '../../data/columns.js';
import type { Grid } from '../../data/facts.js';
import { RowTable } from '../../shell/parts/table.js';
import { wholeMw } from '../../time/megawatts.js';
import { type Clock, clockText, dateAndYearText, hourText, zoneOf } from '../../time/wall-clock.js';

const MOST_ROWS = 500;

const REASONS: Readonly<Record<string, string>> = {
  zero: 'zero',
  negative: 'below zero',
  frozen: 'one value repeated for hours',
  spike: 'far from normal for this hour',
  unit_slip: 'a power of ten off',
  jump: 'a jump too large for real load',
  review: 'found by a person',
};

interface WithheldHoursProps {
  readonly of: ColumnsAnswer;
  readonly areas: readonly Grid[];
  readonly clock: Clock;
}

/** The withheld hours of an answer, newest first, or that there are none. */
export function WithheldHours({ of, areas, clock }: WithheldHoursProps): JSX.Element {
  const [regions, reasons, reviewed] = [texts(of, 'region'), texts(of, 'reason'), texts(of, 'reviewed')];
  const [hours, since, mw] = [instants(of, 'time_utc'), instants(of, 'since'), numbers(of, 'reported_mw')];
  const [findings, sources] = [texts(of, 'finding'), texts(of, 'source')];
  if (regions.length === 0)
    return (
      <p class="withheld">
        <strong>None in these days.</strong> Every published hour is served. An hour without load was not published.
      </p>
    );
  const zone = (row: number): string => {
    const area = areas.find(({ code }) => code === regions[row]);
    return area ? zoneOf(clock, area) : 'UTC';
  };
  const cell = (values: readonly (number | null)[], text: (at: number, zone: string) => string) => (row: number) => {
    const at = values[row];
    return typeof at === 'number' ? `${dateAndYearText(at, zone(row))}, ${text(at, zone(row))}` : '–';
  };
  const rows = regions.map((_, row) => row).toSorted((a, b) => (hours[b] ?? 0) - (hours[a] ?? 0));
  const more = rows.length - MOST_ROWS;
  return (
    <>
      <RowTable
        label="Withheld hours"
        kind="words withheld"
        caption={`${wholeMw(rows.length)} withheld ${rows.length === 1 ? 'hour' : 'hours'}, newest first`}
        rows={rows.slice(0, MOST_ROWS)}
        columns={[
          { name: 'Area', cell: (row) => regions[row] },
          { name: 'Hour', cell: cell(hours, hourText) },
          { name: 'Reported, MW', cell: (row) => wholeMw(mw[row]) },
          { name: 'Reason', cell: (row) => REASONS[reasons[row] ?? ''] ?? reasons[row] },
          { name: 'Known since', cell: cell(since, clockText) },
          {
            name: 'Reviewed',
            cell: (row) =>
              reviewed[row] === 'yes' ? `${findings[row] ?? 'yes'} ${sources[row] ? `(${sources[row]})` : ''}` : 'no',
          },
        ]}
      />
      {more > 0 && <p>{wholeMw(more)} earlier hours are in the CSV.</p>}
    </>
  );
}
