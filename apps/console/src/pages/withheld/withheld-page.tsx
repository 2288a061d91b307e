import type { JSX } from 'preact';
import { hourIso, hoursAround } from '../../data/compare-path.js';
import type { Facts, PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { hoursOf, mayRead, reader, rootOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { useSettled } from '../../data/use-settled.js';
import { ClockChoice, readClock } from '../../shell/clock-choice.js';
import { DayField, Select } from '../../shell/parts/fields.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { epochMs } from '../../time/epoch-ms.js';
import { dayPlus } from '../../time/market-day.js';
import { wallTime } from '../../time/wall-clock.js';
import type { Page } from '../page.js';
import { WithheldHours } from './withheld-hours.js';

/** Days before today that a page begins with: with today they are within 30 days, the demo's history. */
const DAYS = 29;

/** `/withheld?region=PJM`: every hour that the source published and no answer serves. */
export const WITHHELD: Page = {
  pattern: '/withheld',
  title: () => 'Withheld hours',
  asks({ facts, query }) {
    const { areas, path } = wantedOf(new URLSearchParams(query), facts, 'guest');
    return areas.length === 0 ? [] : [`${path}&format=columns`];
  },
  view: (state) => <WithheldPage state={state} />,
};

/** Areas of a choice, its days, and what it asks of the API. @returns without days where the plan has one day of history */
function wantedOf(query: URLSearchParams, facts: Facts, who = reader()) {
  const open = [...facts.grids, ...facts.utilities].filter(({ code }) => mayRead(code, facts, who));
  const chosen = open.find(({ code }) => code === query.get('region')?.toUpperCase());
  const areas = chosen ? [chosen] : open;
  const today = wallTime(facts.nowMs, 'UTC').day;
  // A day of the address that is none is the default.
  const dayOf = (name: string, other: string): string => {
    const given = query.get(name) ?? '';
    return given.length === 10 && !Number.isNaN(epochMs(`${given}T00:00Z`)) ? given : other;
  };
  const end = dayOf('end', today);
  const start = dayOf('start', dayPlus(today, -DAYS));
  const wanted = (DAYS + 1) * 24;
  const back = Math.min(...areas.map(({ code }) => hoursOf(code, facts, { side: 'back', wanted }, who)));
  const { startMs, endMs } = hoursAround(facts.nowMs, back, 0);
  const days = back < wanted ? undefined : { start, end };
  const range = days ? `start=${start}&end=${end}` : `start=${hourIso(startMs)}&end=${hourIso(endMs)}`;
  const path = `/withheld?region=${areas.map(({ code }) => code).join(',')}&${range}&tz=market`;
  return { open, chosen, areas, days, path };
}

function WithheldPage({ state }: { readonly state: PageState }): JSX.Element {
  const { facts } = state;
  const pageQuery = usePageQuery(state);
  const [query, change] = pageQuery;
  const { open, chosen, areas, days } = wantedOf(query, facts);
  const { areas: of, path } = wantedOf(new URLSearchParams(useSettled(query.toString(), 400)), facts);
  const codes = of.map(({ code }) => code);
  const isOpen = codes.length > 0;
  const reading = useAnswer(state, isOpen ? `${path}&format=columns` : undefined, { codes });
  return (
    <>
      <h1>Withheld hours</h1>
      <p class="lead">
        Published hours that <b>we do not serve or score</b> because the load is not plausible, each with its reason.
        How we find them: <a href="/docs/data#screening">screening</a>.
      </p>
      <form class="build" method="get" action="/withheld" onSubmit={(event) => event.preventDefault()}>
        <Select
          label="Area"
          name="region"
          options={[{ id: '', text: 'all' }, ...open.map(({ code, name }) => ({ id: code, text: `${code}, ${name}` }))]}
          chosen={chosen?.code ?? ''}
          onChoose={(region) => change({ region: region || undefined })}
        />
        {days && <DayField label="From" name="start" value={days.start} onChoose={(start) => change({ start })} />}
        {days && <DayField label="To, included" name="end" value={days.end} onChoose={(end) => change({ end })} />}
        <noscript>
          <button type="submit">Show</button>
        </noscript>
      </form>
      <ClockChoice query={pageQuery} />
      {!days && isOpen && (
        <p class="hint">
          Your plan has the last 24 hours. <a href="/docs/plans">Compare plans</a>.
        </p>
      )}
      <Pending of={reading} what="withheld hours" />
      {!isOpen && <SignIn to="withheld hours" />}
      {reading.body && <WithheldHours of={reading.body} areas={areas} clock={readClock(query)} />}
      {isOpen && (
        <p>
          <a href={`${rootOf(codes, facts)}${path}&format=csv`} download>
            Download CSV
          </a>
        </p>
      )}
    </>
  );
}
