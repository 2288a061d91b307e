import type { JSX } from 'preact';
import type { PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { useAnswer } from '../../data/use-answer.js';
import { useNow } from '../../data/use-now.js';
import { ClockChoice, readClock } from '../../shell/clock-choice.js';
import { Pending } from '../../shell/trouble.js';
import { zoneOf } from '../../time/wall-clock.js';
import type { Page } from '../page.js';
import { AreaCard } from './area-card.js';
import type { StatusAnswer } from './status-answer.js';

const PATH = '/v1/status';
/** Clocks of an area that is not listed. */
const UTC_ONLY = { zone: 'UTC', marketZone: 'UTC' };

/** `/status`: which data are up to date. */
export const STATUS: Page = {
  pattern: '/status',
  title: () => 'Status',
  asks: () => [PATH],
  view: (state) => <StatusPage state={state} />,
};

function StatusPage({ state }: { readonly state: PageState }): JSX.Element {
  const { facts } = state;
  const nowMs = useNow(facts);
  const query = usePageQuery(state);
  const clock = readClock(query[0]);
  const reading = useAnswer<StatusAnswer>(state, PATH, { renew: 'minutes' });
  const { body } = reading;
  return (
    <>
      <div class="intro">
        <div>
          <h1>Service status</h1>
          {body && <Verdict of={body.data} />}
        </div>
        <ClockChoice query={query} />
      </div>
      <Pending of={reading} what="the status" />
      {body && (
        <ul class="cards">
          {body.data.areas.map((area) => {
            const grid = facts.grids.find(({ code }) => code === area.region);
            const utility = facts.utilities.find(({ code }) => code === area.region);
            return (
              <AreaCard
                key={area.region}
                of={area}
                about={grid?.territory ?? utility?.name ?? ''}
                zone={zoneOf(clock, grid ?? utility ?? UTC_ONLY)}
                nowMs={nowMs}
              />
            );
          })}
        </ul>
      )}
      <p class="links">
        <a href={PATH}>JSON</a>
        <a href={`${PATH}?format=atom`}>Atom feed (changes, late forecasts)</a>
        <span class="hint">No key needed.</span>
      </p>
    </>
  );
}

function Verdict({ of: { areas, service } }: { readonly of: StatusAnswer['data'] }): JSX.Element {
  const ok = areas.filter(({ state }) => state === 'ok').length;
  return (
    <>
      <p class="lead">
        <b>
          {ok} of {areas.length} areas are up to date.
        </b>{' '}
        {service.length === 0 && 'The service itself is running normally.'}
      </p>
      {service.length > 0 && (
        <ul class="findings">
          {service.map(({ monitor, message }) => (
            <li key={monitor + message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}
