import assert from 'node:assert/strict';
import { type Check, NotYet } from '../check.js';
import { readCsv, requireData } from '../documents.js';
import {
  GATE_HOUR,
  GRIDS,
  gridOfTacArea,
  type MarketRun,
  PACIFIC,
  RUN_NAMES,
  TAC_AREAS,
  UTILITIES,
} from '../known/areas.data.js';
import { addDays, DAY_MS, dayWindow, HOUR_MS, instantOf, type Window, wallClock } from '../known/market-time.js';
import type { Service } from '../service.js';
import { readForecast, readHistory, readJson, readOasisRun, readRun, readUtility, steadily } from './reads.js';
import { meanOf, type Scores, type Series, scoresOf, within } from './series.js';

/** Served numbers have two decimals, and so do numbers computed from them. */
const TOLERANCE = 0.021;

interface Metrics {
  readonly mape_pct: number;
  readonly mae_mw: number;
  readonly rmse_mw: number;
  readonly bias_mw: number;
  readonly sample_hours: number;
  readonly coverage_pct?: number;
  readonly mean_width_mw?: number;
  readonly interval_hours?: number;
}

interface Accuracy {
  readonly data: {
    readonly metrics: Metrics;
    readonly run?: string;
    readonly window?: { readonly days: number; readonly first_day: string; readonly last_day: string };
    readonly baseline?: { readonly metrics: Metrics; readonly model_metrics: Metrics; readonly skill_pct: number };
  };
}

/** The last operating days that are over, on a market's clock. */
function lastDays(zone: string, now: number, days: number): Window & { readonly first: string; readonly last: string } {
  // `now` is the first full hour ahead: the day is taken from the instant before it.
  const today = wallClock(zone, now - 1).day;
  const first = addDays(today, -days);
  return { first, last: addDays(today, -1), start: instantOf(zone, first), end: instantOf(zone, today) };
}

function requireScores(said: Scores, expected: Scores): void {
  assert.equal(said.hours, expected.hours, `${said.hours} hours are scored, and ${expected.hours} served`);
  if (expected.hours === 0) throw new NotYet('the service has no scored hours yet');
  for (const metric of ['mapePct', 'maeMw', 'rmseMw', 'biasMw'] as const) {
    const gap = Math.abs(said[metric] - expected[metric]);
    assert.ok(gap <= TOLERANCE, `${metric} is said to be ${said[metric]}; the served rows give ${expected[metric]}`);
  }
}

const ofMetrics = (metrics: Metrics): Scores => ({
  hours: metrics.sample_hours,
  mapePct: metrics.mape_pct,
  maeMw: metrics.mae_mw,
  rmseMw: metrics.rmse_mw,
  biasMw: metrics.bias_mw,
});

const REPORT_COLUMNS = 'TAC_AREA_NAME MARKET_RUN_ID MODEL WINDOW_DAYS MAPE RMSE_MW MAE_MW BIAS_MW N_HOURS'.split(' ');

const reportChecks: readonly Check[] = RUN_NAMES.map((run) => ({
  name: `/oasis SLD_FCST_ACCURACY of ${run} is what its served rows score over 30 days`,
  run: (service: Service) =>
    steadily(async () => {
      const answer = await service.ask(`/oasis?queryname=SLD_FCST_ACCURACY&market_run_id=${run}&resultformat=6`);
      requireData(answer, 'text/csv');
      const rows = readCsv(answer.text, REPORT_COLUMNS);
      for (const code of TAC_AREAS) {
        const row = rows.find((each) => each['TAC_AREA_NAME'] === code);
        if (!row) throw new NotYet(`${code} has no scored hours yet`);
        const window = lastDays(gridOfTacArea(code).marketTimezone, service.now, 30);
        const forecast = (await readRun(service, run, window, `&tac_area_name=${code}`)).get(code)!;
        const actual = (await readRun(service, 'ACTUAL', window, `&tac_area_name=${code}`)).get(code)!;
        const number = (name: string) => Number(row[name]);
        const said = {
          hours: number('N_HOURS'),
          mapePct: number('MAPE'),
          maeMw: number('MAE_MW'),
          rmseMw: number('RMSE_MW'),
          biasMw: number('BIAS_MW'),
        };
        requireScores(said, scoresOf(forecast, actual));
      }
    }),
}));

/** A market run of a grid and its load, from surface B. */
async function gridRows(service: Service, code: string, run: MarketRun, window: Window): Promise<[Series, Series]> {
  const read = async (name: string) =>
    (await readRun(service, name, window, `&tac_area_name=${code}`)).get(code) ?? new Map();
  return [await read(run), await read('ACTUAL')];
}

const defaultChecks: readonly Check[] = GRIDS.map(({ region, tacAreas: [code], marketTimezone }) => ({
  name: `/v1/demand/accuracy of ${region} is what the served DAM rows score over 30 days`,
  run: (service: Service) =>
    steadily(async () => {
      const window = lastDays(marketTimezone, service.now, 30);
      const { data } = await readJson<Accuracy>(service, `/v1/demand/accuracy?region=${region}`);
      requireScores(ofMetrics(data.metrics), scoresOf(...(await gridRows(service, code!, 'DAM', window))));
    }),
}));

const PJM = GRIDS.find(({ region }) => region === 'PJM')!;

const windowChecks: readonly Check[] = RUN_NAMES.map((run) => ({
  name: `/v1/demand/accuracy window=7d run=${run} is of those days and that run`,
  run: (service: Service) =>
    steadily(async () => {
      const window = lastDays(PJM.marketTimezone, service.now, 7);
      const { data } = await readJson<Accuracy>(service, `/v1/demand/accuracy?region=PJM&window=7d&run=${run}`);
      assert.deepEqual(data.window, { days: 7, first_day: window.first, last_day: window.last });
      assert.equal(data.run, run);
      requireScores(ofMetrics(data.metrics), scoresOf(...(await gridRows(service, 'PJM', run, window))));
    }),
}));

const INTERVAL_DAYS = 5;

const intervalCheck: Check = {
  name: '/v1/demand/accuracy coverage and width are those of the bounds served as_of each gate',
  run: (service) =>
    steadily(async () => {
      const zone = PJM.marketTimezone;
      const window = lastDays(zone, service.now, INTERVAL_DAYS);
      const { data } = await readJson<Accuracy>(service, `/v1/demand/accuracy?region=PJM&window=${INTERVAL_DAYS}`);
      const actual = await readHistory(service, 'PJM', window);
      const widths: number[] = [];
      let inside = 0;
      for (let back = INTERVAL_DAYS; back >= 1; back--) {
        const day = dayWindow(zone, addDays(window.last, 1 - back));
        const asOf = instantOf(zone, addDays(window.last, -back), GATE_HOUR);
        const { rows } = await readForecast(service, 'PJM', { horizon: '2d', asOf });
        for (const { start, p10Mw, p90Mw } of rows) {
          const loadMw = actual.get(start);
          if (start < day.start || start >= day.end || loadMw === undefined) continue;
          assert.ok(p10Mw !== undefined && p90Mw !== undefined, 'a row has no bounds');
          widths.push(p90Mw - p10Mw);
          if (p10Mw <= loadMw && loadMw <= p90Mw) inside++;
        }
      }
      const { coverage_pct: coveragePct = 0, mean_width_mw: widthMw = 0, interval_hours: hours } = data.metrics;
      assert.equal(hours, widths.length);
      assert.ok(Math.abs(coveragePct - (100 * inside) / widths.length) <= TOLERANCE, `coverage_pct ${coveragePct}`);
      assert.ok(Math.abs(widthMw - meanOf(widths)) <= TOLERANCE, `mean_width_mw ${widthMw}, served ${meanOf(widths)}`);
    }),
};

const WEEK_MS = 7 * DAY_MS;

/** The load of so many weeks before, of more where an hour is missing. */
function naiveWeekly(history: Series, window: Window): Series {
  const values = new Map<number, number>();
  for (let start = window.start; start < window.end; start += HOUR_MS) {
    const known = [1, 2, 3].map((weeks) => history.get(start - weeks * WEEK_MS)).find((mw) => mw !== undefined);
    if (known !== undefined) values.set(start, known);
  }
  return values;
}

const baselineChecks: readonly Check[] = [
  {
    name: '/v1/demand/accuracy baseline=naive_168h is the load of the week before, on the same hours',
    run: (service) =>
      steadily(async () => {
        const window = lastDays(PJM.marketTimezone, service.now, 7);
        const path = '/v1/demand/accuracy?region=PJM&window=7d&baseline=naive_168h';
        const { baseline } = (await readJson<Accuracy>(service, path)).data;
        assert.ok(baseline, 'no baseline in the answer');
        const history = await readHistory(service, 'PJM', { start: window.end - 4 * WEEK_MS, end: window.end });
        const [forecast, actual] = await gridRows(service, 'PJM', 'DAM', window);
        const naive = naiveWeekly(history, window);
        const both = new Map([...actual].filter(([start]) => forecast.has(start) && naive.has(start)));
        requireScores(ofMetrics(baseline.metrics), scoresOf(naive, both));
        requireScores(ofMetrics(baseline.model_metrics), scoresOf(forecast, both));
      }),
  },
  ...(['operator', 'naive_24h', 'naive_168h'] as const).map((name) => ({
    name: `/v1/demand/accuracy baseline=${name}: the skill is that of its two errors`,
    async run(service: Service) {
      const path = `/v1/demand/accuracy?region=PJM&window=7d&baseline=${name}`;
      const { baseline } = (await readJson<Accuracy>(service, path)).data;
      assert.ok(baseline, 'no baseline in the answer');
      if (baseline.metrics.sample_hours === 0) throw new NotYet(`no hour of ${name} is known yet`);
      assert.equal(baseline.metrics.sample_hours, baseline.model_metrics.sample_hours);
      const skillPct = 100 * (1 - baseline.model_metrics.mae_mw / baseline.metrics.mae_mw);
      assert.ok(
        Math.abs(baseline.skill_pct - skillPct) <= TOLERANCE,
        `skill_pct ${baseline.skill_pct}, not ${skillPct}`,
      );
    },
  })),
];

interface Historical {
  readonly metrics: { readonly mape: number; readonly rmse: number; readonly mae: number };
  readonly n_hours: number;
}

const utilityChecks: readonly Check[] = UTILITIES.map(({ code, oasisName }) => ({
  name: `/forecast/v1/historical of ${code} is what its served DAM rows score`,
  run: (service: Service) =>
    steadily(async () => {
      const day = addDays(service.today, -2);
      const { start, end } = dayWindow(PACIFIC, day);
      const said = await readJson<Historical>(service, `/forecast/v1/historical?tac_area=${code}&date=${day}`);
      const { values } = await readUtility(service, code, 'DAM', { start, end });
      const actual = within(await readOasisRun(service, 'ACTUAL', oasisName, { start, end }), start, end);
      const expected = scoresOf(values, actual);
      const { mape: mapePct, rmse: rmseMw, mae: maeMw } = said.metrics;
      requireScores({ hours: said.n_hours, mapePct, rmseMw, maeMw, biasMw: expected.biasMw }, expected);
    }),
}));

export const CHECKS_ACCURACY: readonly Check[] = [
  ...reportChecks,
  ...defaultChecks,
  ...windowChecks,
  intervalCheck,
  ...baselineChecks,
  ...utilityChecks,
];
