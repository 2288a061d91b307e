import type { JSX } from 'preact';
import { DRIVERS, type Drivers } from '../../data/hours/drivers.js';
import { forecastMw, wholeMw } from '../../time/megawatts.js';
import { dayAndHourText, HOUR_MS } from '../../time/wall-clock.js';

interface WhyProps {
  readonly of: Drivers;
  /** Start of the first hour. */
  readonly startMs: number;
  readonly index: number;
  readonly zone: string;
}

/** The parts of an hour's forecast, starting from the normal load. */
export function Why({ of, startMs, index, zone }: WhyProps): JSX.Element {
  const hour = dayAndHourText(startMs + index * HOUR_MS, zone);
  const total = of.forecast[index] ?? null;
  if (total === null) return <p>No breakdown is available for {hour}.</p>;
  return (
    <>
      <p class="hint">{hour}. Point at another hour in the chart, or use the arrow keys.</p>
      <dl class="odds">
        {DRIVERS.map(({ column, text }, part) => (
          <div key={column}>
            <dt>{text}</dt>
            <dd>{part === 0 ? wholeMw(of.parts[part]?.[index]) : changeText(of.parts[part]?.[index] ?? null)} MW</dd>
          </div>
        ))}
        <div class="ours">
          <dt>forecast</dt>
          <dd>{forecastMw(total)} MW</dd>
        </div>
      </dl>
    </>
  );
}

/** `+1 240`, `−380`, `0` */
function changeText(mw: number | null): string {
  return mw !== null && mw >= 0.5 ? `+${wholeMw(mw)}` : wholeMw(mw);
}
