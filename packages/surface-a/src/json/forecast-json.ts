import { type EpochMs, type ForecastView, forecastRows } from '@loadcast/core';
import {
  isoOffset,
  isoUtc,
  modelText,
  roundMw,
  rowObjects,
  type Table,
  type TableColumn,
  tableOf,
} from '@loadcast/formats';
import { wallClockText } from '../parameters/wall-clock.js';

/**
 * The points of a view, each as JSON, with the wall clock of a zone and `extra` columns. Bounds are left out where the plan
 * or the vintage has none.
 */
export function forecastPoints(
  view: ForecastView,
  zone: string | undefined,
  extra: readonly TableColumn[] = [],
): string[] {
  const members = extra.length === 0 ? [] : rowObjects(tableOf(view.rows, extra)).map(membersOf);
  const { valueMw, bounds: lines } = forecastRows(view);
  return Array.from(valueMw, (value, i) => {
    const time = timeMembers(view.start + i * view.stepMs, zone);
    const point = `{${time},"value_mw":${roundMw(value)}`;
    const p10 = lines?.p10Mw[i] ?? Number.NaN;
    const p90 = lines?.p90Mw[i] ?? Number.NaN;
    const bounds = Number.isNaN(p10 + p90) ? '' : `,"p10":${roundMw(p10)},"p90":${roundMw(p90)}`;
    return `${point}${bounds}${members[i] ?? ''}}`;
  });
}

export function forecastMeta(view: ForecastView, region: string, generatedAt: EpochMs): object {
  return {
    region,
    horizon: view.horizon,
    resolution: view.resolution,
    count: view.rows,
    issued_at: isoUtc(view.vintage.issuedAt),
    model: modelText(view.vintage.model),
    generated_at: isoUtc(generatedAt),
  };
}

/** The members of an object, each after a comma. */
const membersOf = (row: object): string =>
  Object.entries(row)
    .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
    .join('');

/** `"timestamp":"..."`, and `"time_local":"..."` for a given zone. */
export function timeMembers(instant: EpochMs, zone: string | undefined): string {
  const timestamp = `"timestamp":"${isoOffset(instant)}"`;
  return zone === undefined ? timestamp : `${timestamp},"time_local":"${wallClockText(zone, instant)}"`;
}

/** The rows of a range as points: like the points of a horizon, each with its run. */
export function pointObjects(table: Table): object[] {
  return rowObjects(table).map(({ time_utc, region, ...rest }) => ({
    timestamp: String(time_utc).replace('Z', '+00:00'),
    ...rest,
  }));
}
