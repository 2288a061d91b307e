import type { JSX } from 'preact';
import { API_NAMES, type Usage, useAccount, type Window } from '../../data/account.js';
import { Pending } from '../../shell/trouble.js';
import { epochMs } from '../../time/epoch-ms.js';
import { wholeMw } from '../../time/megawatts.js';
import { agoText, timeText } from '../../time/wall-clock.js';

/** Usage of each plan, and when it resets. */
export function UsageMeters(): JSX.Element {
  const reading = useAccount<Usage>('/usage');
  if (!reading.body) return <Pending of={reading} what="usage" />;
  return (
    <div class="meters">
      {reading.body.surfaces.map(({ surface, hour, day, regions }) => (
        <div key={surface}>
          <h3>{API_NAMES[surface]}</h3>
          <UsageMeter name="This hour" window={hour} />
          <UsageMeter name="Today" window={day} />
          {regions.map((region) => (
            <UsageMeter key={region.region} name={`${region.region} today`} window={region} />
          ))}
        </div>
      ))}
    </div>
  );
}

function UsageMeter({ name, window }: { name: string; window: Window }): JSX.Element {
  const { limit, used, resets_at } = window;
  const resets = epochMs(resets_at);
  const text = limit === null ? `${wholeMw(used)}, no limit` : `${wholeMw(used)} of ${wholeMw(limit)}`;
  return (
    <p class="meter">
      <span>
        {name}: <b>{text}</b>
      </span>
      {limit !== null && <meter min={0} max={limit} high={limit * 0.8} value={used} aria-label={`${name}: ${text}`} />}
      <span class="hint">
        resets {timeText(new Date(resets).getUTCHours())} UTC, {agoText(resets, Date.now())}
      </span>
    </p>
  );
}
