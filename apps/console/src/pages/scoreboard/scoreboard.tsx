import type { JSX } from 'preact';
import type { ColumnsAnswer } from '../../data/columns.js';
import type { Grid, PageState } from '../../data/facts.js';
import { usePageQuery } from '../../data/page-query.js';
import { rootOf, scoredAreasOf } from '../../data/reader.js';
import { GATE_RUN, RUNS } from '../../data/runs.js';
import { useAnswer } from '../../data/use-answer.js';
import { Choice } from '../../shell/clock-choice.js';
import { Table } from '../../shell/parts/table.js';
import { Pending, SignIn } from '../../shell/trouble.js';
import { dayText } from '../../time/market-day.js';
import { forecastMw, percent, wholeMw } from '../../time/megawatts.js';
import type { Page } from '../page.js';
import { Closer, closerPath } from './closer/closer.js';

const runOf = (query: URLSearchParams) => RUNS.find(({ id }) => id === query.get('run')) ?? GATE_RUN;

const askOf = (areas: readonly Grid[], query: URLSearchParams): string =>
  `/demand/scores?region=${areas.map(({ code }) => code).join(',')}&${runOf(query).query}&forecaster=public`;

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
  const reading = useAnswer(state, path && `${path}&format=columns`, { codes });
  const { body } = reading;
  const scores = body ? scoresOf(body) : [];
  const run = runOf(query);
  const area = chosenOf(areas, query);
  return (
    <>
      <h1>Who was more accurate?</h1>
      <p class="lead">
        We keep every forecast and score it against measured load: ours, the operator’s, last week’s load, and{' '}
        <a href="/docs/start">forecasts that others hand in</a>, <b>on the same hours</b>. Hours with implausible load
        are not scored: <a href="/withheld">withheld hours</a>.
      </p>
      <div class="choices">
        <Choice
          legend="Forecast"
          options={RUNS}
          chosen={run.id}
          onChoose={(id) => change({ run: id === 'dam' ? undefined : id })}
        />
      </div>
      <Pending of={reading} what="the scores" />
      {!path && <SignIn to="the scores" />}
      {body && path && (
        <>
          <Verdict scores={scores} meta={body.meta} />
          {scores.some(({ n }) => n > 0) && <ScoreTable scores={scores} />}
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

/** A row of `/v1/demand/scores`; numbers that are not known are null. */
interface Score {
  readonly region: string;
  readonly forecast: string;
  /** Name of a forecaster who handed it in; null: nobody did. */
  readonly name: string | null;
  readonly state: 'scored' | 'pending';
  readonly n: number;
  readonly mape_pct: number | null;
  readonly mae_mw: number | null;
  readonly bias_mw: number | null;
  readonly coverage_pct: number | null;
  readonly skill_pct: number | null;
  readonly skill_low_pct: number | null;
  readonly skill_high_pct: number | null;
  /** Hours whose forecast was published after ours was chosen. */
  readonly late_hours: number | null;
}

function scoresOf({ data }: ColumnsAnswer): readonly Score[] {
  const columns = Object.entries(data);
  const row = (at: number) => Object.fromEntries(columns.map(([name, values]) => [name, values[at] ?? null]));
  const rows = (data['region'] ?? []).map((_, at) => row(at) as unknown as Score);
  return rows.filter(({ forecast }) => forecast !== 'naive_24h');
}

/** The number of grids in which we were more accurate than the operator, and in how many that is certain. */
function Verdict({ scores, meta }: { scores: readonly Score[]; meta: ColumnsAnswer['meta'] }): JSX.Element {
  const compared = scores.filter((score) => score.forecast === 'operator' && score.skill_pct !== null);
  const nearer = compared.filter((score) => (score.skill_pct ?? 0) > 0).length;
  const certain = compared.filter((score) => (score.skill_low_pct ?? 0) > 0).length;
  const lost = compared.filter((score) => (score.skill_high_pct ?? 0) < 0).length;
  const late = compared.filter((score) => (score.late_hours ?? 0) > 0).length;
  const day = (name: string): string => dayText(String(meta[name] ?? '').slice(0, 10));
  return (
    <p class="verdict">
      {compared.length === 0 ? (
        <strong>{noVerdict(scores)}</strong>
      ) : (
        <>
          <strong>
            More accurate than the operator in {nearer} of {compared.length} {compared.length === 1 ? 'grid' : 'grids'}.
          </strong>{' '}
          Statistically better in {certain} {certain === 1 ? 'grid' : 'grids'}, worse in {lost}.
          {late > 0 && ` In ${late} the operator published after ours was made, and had more time.`}
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

function ScoreTable({ scores }: { readonly scores: readonly Score[] }): JSX.Element {
  const heads = ['Area', 'Forecast', 'Hours', 'MAPE', 'MAE, MW', 'Bias, MW', 'Coverage', 'Our skill vs. it'];
  return (
    <Table label="Scores" kind="scores" heads={heads}>
      {scores.map((score) => (
        <ScoreRow key={`${score.region} ${score.forecast}`} of={score} />
      ))}
    </Table>
  );
}

function ScoreRow({ of }: { readonly of: Score }): JSX.Element {
  const { region, forecast, name, state, n, coverage_pct, late_hours } = of;
  const isOurs = forecast === 'loadcast';
  return (
    <tr class={isOurs ? 'ours' : ''}>
      <th scope="row">{isOurs ? <a href={`/r/${region}`}>{region}</a> : <span class="unseen">{region}</span>}</th>
      <td>
        {NAMES[forecast] ?? name ?? forecast}
        {(late_hours ?? 0) > 0 && <small>, later than ours in {wholeMw(late_hours)} hours</small>}
      </td>
      <td>{wholeMw(n)}</td>
      {state === 'pending' ? (
        <td colSpan={5}>{n === 0 ? noHours(name) : 'pending: needs 168 hours'}</td>
      ) : (
        <>
          <td>{percent(of.mape_pct, 2)}</td>
          <td>{forecastMw(of.mae_mw)}</td>
          <td>{forecastMw(of.bias_mw)}</td>
          <td>{coverage_pct === null ? '' : percent(coverage_pct, 0)}</td>
          <td>{skillText(of)}</td>
        </>
      )}
    </tr>
  );
}

const noHours = (name: string | null): string => (name === null ? 'none in this period' : 'no paired hours yet');

/** `12 % (4 to 19)` */
function skillText({ skill_pct: skill, skill_low_pct: low, skill_high_pct: high }: Score): string {
  if (skill === null) return '';
  return low === null || high === null
    ? percent(skill, 0)
    : `${percent(skill, 0)} (${wholeMw(Math.round(low))} to ${wholeMw(Math.round(high))})`;
}
