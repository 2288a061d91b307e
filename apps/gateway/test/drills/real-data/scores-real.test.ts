import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ActualsStore,
  type Area,
  areaById,
  FORECASTERS,
  HOUR_MS,
  MARKET_RUNS,
  type VintageStore,
} from '@loadcast/core';
import { gateDays } from '@loadcast/core/backtest';
import { handlerAsk } from '@loadcast/formats/testing';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { createSurfaceA } from '@loadcast/surface-a';
import { expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { runCli } from '../../../src/cli/testing/run-cli.js';
import { plainEnvironment } from '../../started-program.js';

const real = testData('data/eia930');
const [FROM, TO] = ['2023-02-01', '2023-03-31'];
const MODEL = 'same-hour-last-week';
const AREAS = ['pjm', 'caiso', 'ercot'] as const;

interface Row {
  readonly area: string;
  readonly run: string;
  readonly n: number;
  readonly mapePct: number;
  readonly maeMw: number;
  readonly rmseMw: number;
  readonly biasMw: number;
  readonly baseline: { readonly maeMw: number };
}

/** Issues a forecast at each gate of the days, as the service would have. */
async function issueAtGates(store: { actuals: ActualsStore; vintages: VintageStore }, area: Area): Promise<void> {
  const load = await store.actuals.read({ series: area.series, measure: 'demand' });
  const data = { load: () => load, operatorForecast: () => undefined, weather: () => undefined };
  const forecaster = FORECASTERS.get(MODEL)!.forArea(area, data);
  for (const { issuedAt } of gateDays(area, { from: FROM, to: TO, runs: MARKET_RUNS, gateTimeOfDayMs: 9 * HOUR_MS })) {
    const { start, valueMw, p10Mw, p90Mw, dataCutoff, model } = await forecaster.issue(issuedAt);
    const header = { areaId: area.id, issuedAt, availableAt: issuedAt, dataCutoff, model, start };
    await store.vintages.append({ ...header, valueMw, p10Mw, p90Mw });
  }
}

test.skipIf(real === undefined)(
  'real months: /v1/demand/scores of each gate is what the backtest of it says',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-'));
    const env = { ...plainEnvironment(), LOADCAST_DATA_DIR: dataDir };
    const files = ['2022_Jul_Dec', '2023_Jan_Jun'].map((half) => join(real!, `EIA930_BALANCE_${half}.csv.gz`));
    try {
      expect(await runCli(COMMANDS, ['ingest', 'eia930', ...files], { env })).toMatchObject({ status: 0 });
      const period = ['--from', FROM, '--to', TO, '--json', '--model', MODEL, '--areas', AREAS.join(',').toUpperCase()];
      const { out } = await runCli(COMMANDS, ['backtest', ...period], { env });
      const { rows } = JSON.parse(out.join('\n')) as { rows: Row[] };
      expect(rows).toHaveLength(AREAS.length * MARKET_RUNS.length);

      const store = await openSqliteStore({ dataDir });
      try {
        for (const id of AREAS) await issueAtGates(store, areaById(id));
        const ask = handlerAsk([{ prefix: '/v1', surface: createSurfaceA(store) }], () =>
          Date.parse('2023-08-01T12:00Z'),
        );
        for (const { area, run, n, baseline, mapePct, maeMw, rmseMw, biasMw } of rows) {
          const range = `start=${FROM}&end=${TO}`;
          const { text } = await ask(`/v1/demand/scores?region=${area}&run=${run}&${range}`, 'enterprise');
          const scored = JSON.parse(text).data as Record<string, number>[];
          const [ours, , , lastWeek] = scored;
          expect([area, run, ours!['n'], ours!['mae_mw'], ours!['rmse_mw'], ours!['bias_mw']]).toEqual([
            ...[area, run, n, maeMw, rmseMw, biasMw],
          ]);
          expect(ours!['mape_pct']).toBe(Number(mapePct.toFixed(2)));
          expect(lastWeek!['mae_mw']).toBe(baseline.maeMw);
        }
      } finally {
        await store.close();
      }
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
);
