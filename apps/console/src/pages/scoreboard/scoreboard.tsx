import type { JSX } from 'preact';
import { type ColumnsAnswer, numbers, texts } from '../../data/columns.js';
import type { Grid, PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { rootOf, scoredAreasOf } from '../../data/reader.js';
import { useAnswer } from '../../data/use-answer.js';
import { Choice } from '../../shell/clock-choice.js';
import { Table } from '../../shell/parts/table.js';
import { Trouble, Waiting } from '../../shell/trouble.js';
import { forecastMw, percent, wholeMw } from '../../time/megawatts.js';
import type { Page } from '../page.js';
import { Closer, closerPath } from './closer/closer.js';

/** When the forecast was there that is scored. */
const RUNS = [
  { id: 'dam', text: 'day-ahead gate', query: 'gate=dam' },
  { id: '24h', text: '24 hours ahead', query: 'lead=24h' },
  { id: '6h', text: '6 hours ahead', query: 'lead=6h' },
] as const;

const runOf = (query: URLSearchParams) => RUNS.find(({ id }) => id === query.get('run')) ?? RUNS[0];

const askOf = (areas: readonly Grid[], query: URLSearchParams): string =>
  `/demand/scores?region=${areas.map(({ code }) => code).join(',')}&${runOf(query).query}`;

/** The area shown in detail, among the areas with scores. */
const chosenOf = (areas: readonly Grid[], query: URLSearchParams): Grid | undefined =>
  areas.find(({ code }) => code === query.get('region')?.toUpperCase());

/** `/accuracy`: how good the forecasts were, beside the operator's and naive ones on the same hours. */
export const SCOREBOARD: Page = {
  pattern: '/accuracy',
  title: () => 'Accuracy',
  asks({ facts, query: text }) {
    const areas = scoredAreasOf(facts, 'guest');
    if (areas.length === 0) return [];
    const query = new URLSearchParams(text);
    const area = chosenOf(areas, query);
    return [
      `${askOf(areas, query)}&format=columns`,
      ...(area ? [`${closerPath(area, runOf(query).query, facts.nowMs)}&format=columns`] : []),
    ];
  },
  view: (state) => <Scoreboard state={state} />,
};

function Scoreboard({ state }: { readonly state: PageState }): JSX.Element {
  const [query, change] = usePageQuery(state);
  const areas = scoredAreasOf(state.facts);
  const codes = areas.map(({ code }) => code);
  const path = areas.length === 0 ? undefined : askOf(areas, query);
  const { body, failure, isWaiting } = useAnswer<ColumnsAnswer>(state, path && `${path}&format=columns`, { codes });
  const run = runOf(query);
  const area = chosenOf(areas, query);
  const pages = state.facts.grids.map(({ code }) => code);
  return (
    <>
      <h1>Who was more accurate?</h1>
      <p class="lead">
        We keep every forecast and score it against measured load: ours, the operator’s, and last week’s load,{' '}
        <b>on the same hours</b>.
      </p>
      <div class="choices">
        <Choice
          legend="Forecast"
          options={RUNS}
          chosen={run.id}
          onChoose={(id) => change({ run: id === 'dam' ? undefined : id })}
        />
      </div>
      {failure && <Trouble failure={failure} isStale={body !== undefined} />}
      {isWaiting && <Waiting what="the scores" />}
      {!path && (
        <p class="trouble">
          <a href="/account">Sign in</a> to see the scores.
        </p>
      )}
      {body && path && (
        <>
          <Verdict scores={scoresOf(body)} meta={body.meta} />
          {scoresOf(body).some(({ n }) => n > 0) && <ScoreTable scores={scoresOf(body)} pages={pages} />}
          <p>
            <a href={`${rootOf(codes, state.facts)}${path}&format=csv`} download>
              Download CSV
            </a>{' '}
            <span class="hint">
              MAPE: average error in percent of load. Bias: forecast minus load. Coverage: share of hours in the likely
              range, should be 80 %. Skill: how much smaller our average error is, with its 95 % interval.
            </span>
          </p>
          <h2 id="closer">One area, hour by hour</h2>
          <Choice
            legend="Details for"
            options={codes.map((code) => ({ id: code, text: code }))}
            chosen={area?.code ?? ''}
            onChoose={(code) => change({ region: code === area?.code ? undefined : code })}
          />
          {area && <Closer state={state} grid={area} run={run.query} />}
        </>
      )}
    </>
  );
}

interface Score {
  readonly region: string;
  readonly forecast: string;
  readonly isPending: boolean;
  readonly n: number;
  readonly mapePct: number | null;
  readonly maeMw: number | null;
  readonly biasMw: number | null;
  readonly coveragePct: number | null;
  readonly skillPct: number | null;
  readonly skillLowPct: number | null;
  readonly skillHighPct: number | null;
}

function scoresOf(answer: ColumnsAnswer): readonly Score[] {
  const [forecasts, states] = [texts(answer, 'forecast'), texts(answer, 'state')];
  const column = (name: string) => numbers(answer, name);
  const [n, mape, mae, bias] = ['n', 'mape_pct', 'mae_mw', 'bias_mw'].map(column);
  const [coverage, skill, low, high] = ['coverage_pct', 'skill_pct', 'skill_low_pct', 'skill_high_pct'].map(column);
  return texts(answer, 'region').flatMap((region, i) => {
    const forecast = forecasts[i];
    if (region === undefined || forecast === undefined || forecast === 'naive_24h') return [];
    return [
      {
        region,
        forecast,
        isPending: states[i] === 'pending',
        n: n?.[i] ?? 0,
        mapePct: mape?.[i] ?? null,
        maeMw: mae?.[i] ?? null,
        biasMw: bias?.[i] ?? null,
        coveragePct: coverage?.[i] ?? null,
        skillPct: skill?.[i] ?? null,
        skillLowPct: low?.[i] ?? null,
        skillHighPct: high?.[i] ?? null,
      },
    ];
  });
}

/** The number of grids in which we were more accurate than the operator, and in how many that is certain. */
function Verdict({ scores, meta }: { scores: readonly Score[]; meta: ColumnsAnswer['meta'] }): JSX.Element {
  const compared = scores.filter(({ forecast, skillPct }) => forecast === 'operator' && skillPct !== null);
  const nearer = compared.filter(({ skillPct }) => (skillPct ?? 0) > 0).length;
  const certain = compared.filter(({ skillLowPct }) => (skillLowPct ?? 0) > 0).length;
  const lost = compared.filter(({ skillHighPct }) => (skillHighPct ?? 0) < 0).length;
  const day = (name: string): string => String(meta[name] ?? '').slice(0, 10);
  return (
    <p class="verdict">
      {compared.length === 0 ? (
        <strong>{noVerdict(scores)}</strong>
      ) : (
        <>
          <strong>
            More accurate than the operator in {nearer} of {compared.length} grids.
          </strong>{' '}
          Statistically better in {certain} {certain === 1 ? 'grid' : 'grids'}, worse in {lost}.
        </>
      )}{' '}
      <span class="hint">
        {day('start')} to {day('end')}
      </span>
    </p>
  );
}

/** Why nothing can be said of who was nearer. */
function noVerdict(scores: readonly Score[]): string {
  if (scores.every(({ n }) => n === 0))
    return 'No scores yet. The first come when actual load arrives, about 2 hours after each hour.';
  const hasOperator = scores.some(({ forecast, n }) => forecast === 'operator' && n > 0);
  return hasOperator ? 'Not enough scored hours to compare.' : 'No operator forecast to compare with.';
}

const NAMES: Readonly<Record<string, string>> = {
  loadcast: 'ours',
  operator: 'the operator’s',
  naive_168h: 'last week’s load',
};

interface ScoreTableProps {
  readonly scores: readonly Score[];
  /** Codes of the areas that have a page of their own. */
  readonly pages: readonly string[];
}

function ScoreTable({ scores, pages }: ScoreTableProps): JSX.Element {
  const heads = ['Area', 'Forecast', 'Hours', 'MAPE', 'MAE, MW', 'Bias, MW', 'Coverage', 'Our skill vs. it'];
  return (
    <Table label="Scores" kind="scores" heads={heads}>
      {scores.map((score) => (
        <ScoreRow key={`${score.region} ${score.forecast}`} of={score} hasPage={pages.includes(score.region)} />
      ))}
    </Table>
  );
}

function ScoreRow({ of, hasPage }: { readonly of: Score; readonly hasPage: boolean }): JSX.Element {
  const { region, forecast, isPending, n, mapePct, maeMw, biasMw, coveragePct } = of;
  const isOurs = forecast === 'loadcast';
  return (
    <tr class={isOurs ? 'ours' : ''}>
      <th scope="row">
        {!isOurs ? <span class="unseen">{region}</span> : hasPage ? <a href={`/r/${region}`}>{region}</a> : region}
      </th>
      <td>{NAMES[forecast] ?? forecast}</td>
      <td>{wholeMw(n)}</td>
      {isPending ? (
        <td colSpan={5}>{n === 0 ? 'none in this period' : 'pending: needs 168 hours'}</td>
      ) : (
        <>
          <td>{percent(mapePct, 2)}</td>
          <td>{forecastMw(maeMw)}</td>
          <td>{forecastMw(biasMw)}</td>
          <td>{coveragePct === null ? '' : percent(coveragePct, 0)}</td>
          <td>{skillText(of)}</td>
        </>
      )}
    </tr>
  );
}

/** `12 % (4 to 19)` */
function skillText({ skillPct, skillLowPct, skillHighPct }: Score): string {
  if (skillPct === null) return '';
  const whole = (value: number): string => wholeMw(Math.round(value));
  if (skillLowPct === null || skillHighPct === null) return percent(skillPct, 0);
  return `${percent(skillPct, 0)} (${whole(skillLowPct)} to ${whole(skillHighPct)})`;
}
