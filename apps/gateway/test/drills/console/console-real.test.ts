import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testData } from '../../../../../tooling/testing/test-data.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { runCli } from '../../../src/cli/testing/run-cli.js';
import { startGateway } from '../../../src/compose.js';
import { hasBrowser, startBrowser, type TestBrowser } from '../../outside/browser.js';
import { plainEnvironment } from '../../started-program.js';

const real = testData('data/eia930');
const HALVES = ['2020_Jul_Dec', '2021_Jan_Jun', '2023_Jan_Jun', '2023_Jul_Dec'];

/** Each page with a text that is there once it is complete, where no past forecast is kept. */
const PAGES = [
  { path: '/', whole: '.plot path.actual' },
  { path: '/r/PJM', whole: '.plot path.forecast' },
  { path: '/r/PJM/time', whole: '.plot' },
  { path: '/r/PJM/peaks', whole: '.peak-days' },
  { path: '/accuracy', whole: '.verdict' },
  { path: '/withheld', whole: '.withheld' },
  { path: '/build?region=PJM', whole: '.preview' },
  { path: '/status', whole: '.area' },
  { path: '/account', whole: 'form' },
] as const;

const REPLAYS = [
  { name: 'a summer’s day', now: '2023-07-15T18:00Z', zones: ['EDT'], late: [] },
  { name: 'the eve of the day of 25 hours', now: '2023-11-04T18:00Z', zones: ['EDT', 'EST'], late: [] },
  { name: 'the day of 25 hours', now: '2023-11-05T18:00Z', zones: ['EDT', 'EST'], late: ['PJM'] },
  { name: 'the freeze of Texas', now: '2021-02-15T18:00Z', zones: ['EST'], late: [] },
];

describe.skipIf(!hasBrowser || real === undefined)('pages of a replay of real data', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-console-real-'));
  const env = {
    ...plainEnvironment(),
    LOADCAST_DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    SOURCE: 'none',
    DEMO_REGIONS: 'all',
    FORECASTER: 'same-hour-last-week',
  };
  let browser: TestBrowser;

  beforeAll(async () => {
    const files = HALVES.map((half) => join(real!, `EIA930_BALANCE_${half}.csv.gz`));
    expect(await runCli(COMMANDS, ['ingest', 'eia930', ...files], { env })).toMatchObject({ status: 0 });
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.each(REPLAYS)(
    '$now, $name: every page is whole, and hours have the names of their clocks',
    async ({ now, zones, late }) => {
      const log: string[] = [];
      const replayFrom = Date.parse(now);
      const gateway = await startGateway({ env, replayFrom, logTo: { write: (line) => void log.push(line) } });
      try {
        await expect.poll(() => log.some((line) => line.includes('"msg":"serving"')), { timeout: 300_000 }).toBe(true);
        const { page, faults } = await browser.open();
        for (const { path, whole } of PAGES) {
          await page.goto(gateway.url + path);
          await page.locator(whole).first().waitFor();
          expect(await page.locator('.notice').textContent()).toContain('Replay: the clock started at ');
          expect([path, await page.locator('main').textContent()]).toEqual([
            path,
            expect.not.stringMatching(/NaN|undefined|Invalid/),
          ]);
        }
        await page.goto(`${gateway.url}/`);
        expect(await page.locator('.peak strong').or(page.locator('.card > .freshness.late')).count()).toBe(7);
        expect(
          await page
            .locator('.card', { has: page.locator('.freshness.late') })
            .locator('h2 a')
            .allTextContents(),
        ).toEqual(late);
        const hours = await hoursOfTable(page, `${gateway.url}/r/PJM`);
        expect([hours.length, new Set(hours).size]).toEqual([120, 120]); // also the hour that is there twice has its own name
        expect(zones.map((zone) => hours.some((hour) => hour.endsWith(zone)))).toEqual(zones.map(() => true));
        expect(faults).toEqual([]);
      } finally {
        await browser.closePages();
        await gateway.stop();
      }
    },
  );
});

async function hoursOfTable(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url);
  await page.getByText('Table and CSV').click();
  const names = page.locator('.numbers tbody th');
  await names.first().waitFor();
  return names.allTextContents();
}
