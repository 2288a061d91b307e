import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { backtestCommand } from '../../../src/cli/commands/backtest/backtest.js';
import { BUILT, plainEnvironment } from '../../started-program.js';

const real = testData('data/eia930');

interface Row {
  readonly area: string;
  readonly run: string;
  readonly n: number;
  readonly mapePct: number;
  readonly baseline: { readonly mapePct: number };
}

test.skipIf(real === undefined)(
  'real months: the program’s worker threads find the same as this thread, and last week is last week',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-'));
    const env = { ...plainEnvironment(), LOADCAST_DATA_DIR: dataDir };
    const loadcast = (...args: string[]) =>
      promisify(execFile)(process.execPath, [BUILT, ...args], { env, maxBuffer: 1e8 });
    try {
      const files = [
        'BALANCE_2022_Jul_Dec',
        'BALANCE_2023_Jan_Jun',
        'SUBREGION_2022_Jul_Dec',
        'SUBREGION_2023_Jan_Jun',
      ];
      await loadcast('ingest', 'eia930', ...files.map((name) => join(real!, `EIA930_${name}.csv.gz`)));
      const period = ['--from', '2023-02-01', '--to', '2023-03-31', '--json', '--model', 'same-hour-last-week'];
      const out = join(dataDir, 'out');
      const { stdout } = await loadcast('backtest', ...period, '--out', out);

      const here: string[] = [];
      const status = await backtestCommand.run(period, {
        env,
        now: () => 0,
        out: (line) => here.push(line),
        err() {},
        signal: new AbortController().signal,
      });
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toEqual(JSON.parse(here[0]!));
      expect(existsSync(join(out, 'areas', 'vea.bin'))).toBe(true);
      expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('Worst days of DAM');

      const { rows } = JSON.parse(stdout) as { rows: Row[] };
      expect(rows).toHaveLength(44);
      for (const { n, mapePct, baseline } of rows) {
        expect(n).toBeGreaterThan(1300);
        expect(n).toBeLessThanOrEqual(59 * 24);
        expect(Math.abs(mapePct - baseline.mapePct)).toBeLessThan(0.15);
      }
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  },
);
