import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AreaId, areaById, HOUR_MS, localDay } from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBrowser, startBrowser, type TestBrowser } from '../outside/browser.js';
import { axeFindingsInLightAndDark, withinOneHour } from '../outside/console/every-page.js';
import { clockOf, hourOf, hundreds, testFiveQuestions } from '../outside/console/five-questions.js';
import { PAGES } from '../outside/console/pages.data.js';
import { hasTerminal, type OnTerminal, startOnTerminal } from '../outside/on-terminal.js';
import { examplesOf, printed } from '../outside/quick-start-examples.js';
import { plainEnvironment } from '../started-program.js';

const GRIDS = ['CAISO', 'ERCOT', 'PJM', 'MISO', 'NYISO', 'ISONE', 'SPP'];

/** Pages of the reference with wide tables, code and forms. */
const REFERENCE = ['/docs/get-forecast', '/docs/plans', '/docs/start', '/docs/data', '/docs/errors'];

/** A condition of a start on a machine that is ten times slower than a quiet one. */
const PATIENT = { timeout: 500_000, interval: 500 };
/** Asking all pages again and again must not use up what an hour allows a guest: then the pages that differed are not seen. */
const ALL_PAGES = { ...PATIENT, interval: 10_000 };
/** Two conditions, one after the other: a hook that ended before them would not say which was missed. */
const HOOK_MS = 2.2 * PATIENT.timeout;

/** Load of an hour is known two hours after its end. */
const DAY_IS_KNOWN_AFTER_MS = 3 * HOUR_MS;

const hasTools = hasBrowser && hasTerminal && spawnSync('curl', ['--version']).status === 0;

/** What five people meet who start the service: nobody waits for an hour to end, and each number is the same on every page. */
describe.skipIf(!hasTools).each([
  { name: 'recorded load', args: 'start', says: /^Recorded load of 2015 to 2019, re-dated to today\./ },
  {
    name: 'July 2018, played again',
    args: 'start --replay',
    says: /^Recorded load of 2015 to 2019, at its own dates\..*Replay: the clock started at Jul \d+, 2018, /,
  },
])('the first ten minutes on $name', ({ args, says }) => {
  let terminal: OnTerminal;
  let browser: TestBrowser;
  let url: string;
  let env: NodeJS.ProcessEnv;
  /** A grid whose load of yesterday is complete: in one of two grids, three hours apart, it always is. */
  let grid: AreaId | undefined;

  const rowsOf = async <Row>(path: string): Promise<readonly Row[]> => {
    const headers = { authorization: `Bearer ${env['KEY']}` };
    const { data } = (await (await fetch(`${url}/v1/demand/${path}`, { headers })).json()) as { data: readonly Row[] };
    return data;
  };
  const isYesterdayScored = async (id: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${env['KEY']}` };
    const answer = await fetch(`${url}/v1/demand/accuracy?region=${id}&window=1`, { headers });
    const { data } = (await answer.json()) as { data?: { metrics: { sample_hours: number } } };
    return (data?.metrics.sample_hours ?? 0) > 0;
  };
  const pagesOf = (pathOf: (code: string) => string) => Promise.all(GRIDS.map((code) => read(pathOf(code))));
  const read = async (path: string): Promise<string> =>
    (await fetch(url + path, { headers: { accept: 'text/html' } })).text();

  beforeAll(async () => {
    [terminal, browser] = [startOnTerminal(args), await startBrowser()];
    await vi.waitUntil(() => terminal.output().includes('Ready: 11 of 11 forecasts.'), PATIENT);
    url = terminal.lines()[0]!;
    const KEY = /lc_live_\w+/.exec(terminal.output())?.[0];
    env = { ...plainEnvironment(), BASE: url, KEY, LOADCAST_DATA_DIR: terminal.folder };
    const now = await clockOf(url);
    const zone = areaById('pjm').marketTimezone;
    const { start: today } = operatingDayWindow(zone, localDay(zone, now));
    grid = now - today > DAY_IS_KNOWN_AFTER_MS ? 'pjm' : 'caiso';
    await vi.waitUntil(() => isYesterdayScored(grid!), PATIENT);
  }, HOOK_MS);
  afterAll(async () => {
    await browser.close();
    terminal.remove();
  });

  test('the terminal names the address first, what the load is, and a call that works as it is', async () => {
    expect(terminal.lines()[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(terminal.lines()).toContainEqual(expect.stringMatching(says));
    const [call] = terminal.lines().flatMap((line) => /^Try: (curl .+)$/.exec(line)?.[1] ?? []);
    const { data } = JSON.parse(await printed({ language: 'sh', code: call! }, terminal.folder, env));
    expect(data).toMatchObject({ region: 'PJM', actual: { value_mw: expect.any(Number) } });
  });

  test('the printed address shows the curves of seven grids', async () => {
    const { page, faults } = await browser.open();
    await page.goto(url);
    const curves = page.locator('.card:has(path.line.forecast):has(path.line.actual)');
    await expect.poll(() => curves.count(), PATIENT).toBe(GRIDS.length);
    expect(faults).toEqual([]);
  });

  test('every page says what the load is, in the words of the terminal', async () => {
    const sentence = terminal.lines().find((line) => says.test(line));
    const paths = [...PAGES.map(({ path }) => path), '/docs/get-forecast', '/nowhere'];
    const notices = await Promise.all(
      paths.map(async (path) => [path, /<p class="notice">([^<]*)/.exec(await read(path))?.[1]]),
    );
    expect(notices).toEqual(paths.map((path) => [path, sentence]));
  });

  test.each([1280, 320])('at %i pixels axe finds nothing on any page, in light or dark', async (width) => {
    const { page } = await browser.open({ viewport: { width, height: 720 } });
    const found: (readonly [string, readonly string[]])[] = [];
    for (const path of [...PAGES.map((each) => each.path), ...REFERENCE, '/nowhere']) {
      await page.goto(url + path);
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
      const findings = await axeFindingsInLightAndDark(page);
      if (findings.length > 0) found.push([path, findings]);
    }
    expect(found).toEqual([]);
  });

  testFiveQuestions(() => ({ url, browser, ...(grid && { grid }) }));

  test.each(['trader', 'analyst', 'app-developer', 'energy-manager', 'operator'])(
    'the first command of the %s’s quick start answers with data',
    async (who) => {
      const folder = mkdtempSync(join(tmpdir(), 'loadcast-first-'));
      const [first] = examplesOf(`${who}.md`);
      expect((await printed(first!, folder, env)).length).toBeGreaterThan(20);
      rmSync(folder, { recursive: true });
    },
  );

  test('tomorrow’s peak of each grid is one number and hour on its three pages and in the rows of a trader', async () => {
    await withinOneHour(async () => {
      const rows = await rowsOf<SnapshotRow>(`snapshot?region=${GRIDS}`);
      expect(rows.length).toBe(GRIDS.length);
      const market = rows.map((row) => tomorrowIn(row, areaOf(row).marketTimezone));
      const shown = async () => [
        peaksIn(await read('/')),
        (await pagesOf((code) => `/r/${code}`)).flatMap(peaksIn),
        (await pagesOf((code) => `/r/${code}/peaks`)).map((page) => peaksIn(page)[1]),
      ];
      await expect.poll(shown, ALL_PAGES).toEqual([market, market, market]);
    });
  });

  test('every page of a grid writes its hours by the clock of its market', async () => {
    const paths = GRIDS.flatMap((code) => ['', '/time', '/peaks'].map((page) => `/r/${code}${page}`));
    const pages: (readonly [string, readonly string[]])[] = [];
    // One after the other: a slow machine turns away some of many pages that are asked for at once.
    for (const path of paths) pages.push([path, clocksOf(await read(path))]);
    const all = pages.map(([path]) => [path, marketClocks(path.split('/')[2]!)] as const);
    const strange = pages.flatMap(([path, clocks], i) =>
      clocks.length > 0 && clocks.every((clock) => all[i]![1].includes(clock)) ? [] : [[path, clocks]],
    );
    expect(strange).toEqual([]);
  });

  test('today’s peak, the newest load and late hours of the operator are the same on the pages and in the rows', async () => {
    await withinOneHour(async () => {
      const [snapshot, scores] = [
        await rowsOf<SnapshotRow>('snapshot'),
        await rowsOf<ScoreRow>(`scores?region=${GRIDS}&gate=dam`),
      ];
      const days = await Promise.all(GRIDS.map((code) => rowsOf<PeakRow>(`peaks?region=${code}`)));
      const shown = async () => ({
        today: (await pagesOf((code) => `/r/${code}/peaks`)).map((page) => peaksIn(page)[0]?.mw),
        load: numbersIn(await read('/status'), /Latest load<\/dt><dd>([\d,]+) MW/g).slice(0, GRIDS.length),
        late: numbersIn(await read('/accuracy'), /later than ours in ([\d,]+) hours/g),
      });
      await expect.poll(shown, ALL_PAGES).toEqual({
        today: days.map(([today]) => hundreds(today!.peak_mw)),
        load: snapshot.map(({ actual_mw }) => Math.round(actual_mw)).slice(0, GRIDS.length),
        late: scores.flatMap(({ forecast, late_hours }) => (forecast === 'operator' && late_hours) || []),
      });
    });
  });

  test('Ctrl+C ends it, and until then no line of the terminal was JSON', async () => {
    terminal.child.stdin!.write('\x03');
    expect(await once(terminal.child, 'exit')).toEqual([0, null]);
    expect(terminal.lines().filter((line) => line.startsWith('{'))).toEqual([]);
  });
});

interface SnapshotRow {
  readonly region: string;
  readonly actual_mw: number;
  readonly tomorrow_peak_mw: number;
  readonly tomorrow_peak_hour: string;
  readonly tomorrow_peak_p10: number;
  readonly tomorrow_peak_p90: number;
}

interface PeakRow {
  readonly peak_mw: number;
}

interface ScoreRow {
  readonly forecast: string;
  readonly late_hours?: number;
}

const areaOf = ({ region }: SnapshotRow) => areaById(region.toLowerCase() as AreaId);

/** Tomorrow's peak as a page writes it. A clock without summer time has no letters in `Intl`. */
const tomorrowIn = (row: SnapshotRow, zone: string) => ({
  mw: hundreds(row.tomorrow_peak_mw),
  hour: hourOf({ peak_time_utc: row.tomorrow_peak_hour }, zone).replace('GMT-5', 'EST'),
  range: [hundreds(row.tomorrow_peak_p10), hundreds(row.tomorrow_peak_p90)],
});

/** The letters of a page's clocks, except the replay's. */
const clocksOf = (page: string): readonly string[] => {
  const words = page.replaceAll(/<script.*?<\/script>|<p class="notice">.*?<\/p>/gs, '');
  return [...new Set(words.match(/\b[ECMP][SD]T\b/g))];
};

const marketClocks = (code: string): readonly string[] => {
  const { marketTimezone: timeZone } = areaById(code.toLowerCase() as AreaId);
  const letters = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  return [0, 6].map((month) => letters.format(Date.UTC(2018, month)).split(' ').at(-1)!.replace('GMT-5', 'EST'));
};

const numberOf = (text: string): number => Number(text.replaceAll(',', ''));

const numbersIn = (page: string, pattern: RegExp): number[] => [...page.matchAll(pattern)].map(([, n]) => numberOf(n!));

const PEAK =
  /<strong>([\d,]+) MW<\/strong><span class="peak-hour">([^<]+)<\/span>.*?class="peak-range">(?:Likely range \(80 %\): ([\d,]+)(?:–([\d,]+))? MW|Measured)/g;

/** The peaks that a page names, in its order. */
const peaksIn = (page: string) =>
  [...page.matchAll(PEAK)].map(([, mw, hour, low = mw, high = low]) => ({
    mw: numberOf(mw!),
    hour,
    range: [low!, high!].map(numberOf),
  }));
