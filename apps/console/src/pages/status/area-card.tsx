import type { ComponentChildren, JSX } from 'preact';
import { epochMs } from '../../time/epoch-ms.js';
import { percent, wholeMw } from '../../time/megawatts.js';
import { agoText, dayAndHourText, instantText, yearText } from '../../time/wall-clock.js';
import { type AreaStatus, STATES } from './status-answer.js';

export interface AreaCardProps {
  readonly of: AreaStatus;
  readonly about: string;
  readonly zone: string;
  readonly nowMs: number;
}

/** One grid: its state in words, and how recent its data are. */
export function AreaCard({ of, about, zone, nowMs }: AreaCardProps): JSX.Element {
  const { region, state, message, newest_actual: actual, next_expected_at: expected, newest_run: run } = of;
  const { text, tone } = STATES[state] ?? { text: state, tone: 'bad' };
  const instant = (iso: string): JSX.Element => <Instant atMs={epochMs(iso)} zone={zone} nowMs={nowMs} />;
  return (
    <li class="card area">
      <h2>
        <a href={`/r/${region}`}>{region}</a> <small>{about}</small> <span class={`state ${tone}`}>{text}</span>
      </h2>
      <p>{message}</p>
      <dl>
        <Fact name="Latest load">
          {actual ? (
            <>
              {wholeMw(actual.value_mw)} MW
              <span class="hint">
                {dayAndHourText(epochMs(actual.time_utc), zone)}
                {yearText(epochMs(actual.time_utc), nowMs)}
              </span>
            </>
          ) : (
            'none yet'
          )}
        </Fact>
        <Fact name={expected && epochMs(expected) < nowMs ? 'Overdue since' : 'Next expected'}>
          {expected ? instant(expected) : 'unknown'}
        </Fact>
        <Fact name="Last forecast">{run ? instant(run.issued_at) : 'none yet'}</Fact>
        <Fact name="Day-ahead forecasts on time, 90 days">
          <Gates of={of.gates_90_days} zone={zone} />
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Instant({ atMs, zone, nowMs }: { atMs: number; zone: string; nowMs: number }): JSX.Element {
  return (
    <>
      {agoText(atMs, nowMs)}
      <span class="hint">
        {instantText(atMs, zone)}
        {yearText(atMs, nowMs)}
      </span>
    </>
  );
}

const MOST_NAMED = 3;

/** Day-ahead gates that had a forecast made for them, and the newest gates without one. */
function Gates({ of, zone }: { readonly of: AreaStatus['gates_90_days']; readonly zone: string }): JSX.Element {
  const { gates, met, met_pct: metPct, missed } = of;
  if (gates === 0) return <>none yet; the first is at 9 AM market time</>;
  const named = missed.slice(0, MOST_NAMED).map((iso) => instantText(epochMs(iso), zone));
  return (
    <>
      {met} of {gates}
      {metPct !== null && metPct < 100 && ` (${percent(metPct)})`}
      {missed.length > 0 && (
        <span class="hint">
          missed: {named.join('; ')}
          {missed.length > MOST_NAMED && ` and ${missed.length - MOST_NAMED} more`}
        </span>
      )}
    </>
  );
}
