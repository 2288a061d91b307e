import { HOUR_MS, VINTAGE_HOURS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { axeFindings, hasBrowser, startBrowser, type TestBrowser } from './browser.js';
import { testCharts } from './console/charts.js';
import { calls, testEveryPage } from './console/every-page.js';
import { testFiveQuestions } from './console/five-questions.js';
import { testWithheld } from './console/withheld.js';

let readers = 0;

/** An address of its own: the demo answers an address 60 calls an hour, and keeps four streams open. */
const ofNewAddress = () => {
  readers += 1;
  return { extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${readers}` } };
};

describe.skipIf(!hasBrowser)('the pages of data in a browser', () => {
  let world: ServedWorld;
  let browser: TestBrowser;

  beforeAll(async () => {
    [world, browser] = await Promise.all([
      serveWorld({ DEMO_REGIONS: 'all', TRUSTED_PROXIES: '127.0.0.1' }, { days: 16, operatorBiasPct: 2 }),
      startBrowser(ofNewAddress),
    ]);
    // Odds of a new run take a while, once; a page does not wait for them longer than two seconds.
    const hasOdds = async (): Promise<boolean> =>
      (await (await fetch(world.url)).text()).includes('chance the peak is in this hour');
    await vi.waitUntil(hasOdds, { timeout: 150_000, interval: 100 });
  });

  afterEach(() => browser.closePages());

  afterAll(async () => {
    await browser.close();
    await world.stop();
    world.remove();
  });

  testEveryPage(() => ({ url: world.url, browser }));

  testFiveQuestions(() => ({ url: world.url, browser }));

  testCharts(() => ({ url: world.url, browser }));
  testWithheld(() => ({ world, browser }));

  test.each([
    { accept: 'text/html,*/*', type: 'text/html; charset=utf-8', says: 'Page not found' },
    { accept: 'application/json', type: 'application/json; charset=utf-8', says: '"not_found"' },
  ])('where there is no page or grid, who asks for $accept gets 404 as that', async ({ accept, type, says }) => {
    for (const path of ['/nowhere', '/r/nowhere', '/r/nowhere/peaks', '/docs/nothing']) {
      const answer = await fetch(world.url + path, { headers: { accept } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, type]);
      expect(await answer.text()).toContain(says);
    }
  });

  test('a grid leads to code for its hours, a utility to the interface that has its hours', async () => {
    const read = async (path: string) => (await fetch(world.url + path, { headers: { accept: 'text/html' } })).text();
    const buildsOf = (page: string) => [...page.matchAll(/\/build\?region=(\w+)/g)].map(([, code]) => code);
    const [grid, utility] = [await read('/r/PJM'), await read('/r/PGE')];
    expect([new Set(buildsOf(grid)), buildsOf(utility)]).toEqual([new Set(['PJM']), []]);
    const [, reference] = /href="(\/docs\/[\w-]*utility[\w-]*)"/.exec(utility) ?? [];
    expect(await read(reference!)).toContain('tac_area=PGE');
  });

  test('the first paint has the numbers, without a script', async () => {
    const { page } = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${world.url}/`);
    expect(await page.getByText('We expect 8 of 10 hours inside the shaded range').count()).toBeGreaterThan(0);
    const peaks = await page.locator('.peak strong').allTextContents();
    expect(peaks).toHaveLength(7);
    for (const peak of peaks) expect(peak).toMatch(/^[\d,]+ MW$/);
    const odds = await page.locator('.peak-odds').allTextContents();
    expect([
      odds.length,
      odds.filter((text) => !/^(under |over )?\d+ % chance the peak is in this hour$/.test(text)),
    ]).toEqual([7, []]);
    expect(await page.locator('.chart:has(path.line.forecast)').count()).toBe(7);
    await page.goto(`${world.url}/accuracy`);
    expect(await page.locator('.scores tbody tr').count()).toBe(3 * 11);
    await page.goto(`${world.url}/status`);
    expect(await page.locator('.area dd').count()).toBe(4 * 11);
    await page.goto(`${world.url}/build?region=PJM`);
    expect(await page.locator('.preview tbody tr').count()).toBe(6);
  });

  test('the grid’s clock is the same in every zone, the reader’s is the reader’s', async () => {
    const hours = new Map<string, string[]>();
    for (const timezoneId of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles']) {
      const { page } = await browser.open({ timezoneId });
      const read = async (query: string): Promise<string> => {
        await page.goto(`${world.url}/r/PJM${query}`);
        await page.getByRole('button', { name: query === '' ? 'the grid’s' : 'mine', pressed: true }).waitFor();
        return (await page.locator('.peak-hour').textContent()) ?? '';
      };
      hours.set(timezoneId, [await read(''), await read('?clock=own')]);
    }
    const [utc, kolkata, west] = [...hours.values()];
    expect([kolkata![0], west![0]]).toEqual([utc![0], utc![0]]);
    expect(utc![0]).toMatch(/E[SD]T$/);
    expect([utc![1], kolkata![1], west![1]]).toEqual([
      expect.stringMatching(/UTC$/),
      expect.stringMatching(/GMT\+5:30$/),
      expect.stringMatching(/P[SD]T$/),
    ]);
  });

  test('the keyboard reads values out, and what is chosen is in the address', async () => {
    const { page } = await browser.open();
    await page.goto(`${world.url}/r/PJM`);
    const chart = page.getByRole('slider', { name: /^PJM: load/ });
    await chart.focus();
    await page.keyboard.press('End');
    const readOut = page.locator('.tip');
    await readOut.getByText(/Our forecast [\d,]+ MW/).waitFor();
    await readOut.getByText(/Likely range \(80 %\) [\d,]+–[\d,]+ MW/).waitFor();
    const last = await readOut.textContent();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readOut.textContent()).not.toBe(last);
    await page.getByRole('button', { name: 'day-ahead gate' }).press('Enter');
    await page.waitForURL(/show=dam/);
    await page.getByText('Table and CSV').click();
    await expect.poll(() => page.locator('.numbers tbody tr').count()).toBe(120);
  });

  test('the choices of /build change its address, its preview and its code at once', async () => {
    const { page, faults } = await browser.open();
    await page.goto(`${world.url}/build?region=PJM`);
    await page.getByLabel('Grid').selectOption('ERCOT');
    await page.getByLabel('the operator’s forecast').check();
    await page.waitForURL(/region=ERCOT.*columns=operator/);
    await page.getByRole('columnheader', { name: 'operator_mw' }).waitFor();
    expect(await page.getByRole('cell', { name: 'ERCOT' }).count()).toBe(6);
    await page.locator('summary', { hasText: 'pandas' }).click();
    expect(await page.locator('#pandas').textContent()).toContain('region=ERCOT&horizon=2d&include=operator&tz=market');
    expect(faults).toEqual([]);
  });

  test('a grid’s scores can be looked at closer: by lead, hour and weekday, reliability, worst days, and as rows', async () => {
    const { page, requests, faults } = await browser.open({ viewport: { width: 320, height: 640 } });
    await page.goto(`${world.url}/accuracy`);
    await page.getByRole('button', { name: 'PJM' }).press('Enter');
    await page.waitForURL(/region=PJM/);
    await page.locator('.heat').waitFor();
    expect(calls(requests).length).toBe(1);
    expect(await page.locator('.heat tbody td').count()).toBe(7 * 24);
    expect(await page.getByRole('img', { name: /10 % promised, \d+ % seen; 50 % promised/ }).count()).toBe(1);
    expect(await page.getByRole('slider', { name: /by lead time/ }).count()).toBe(1);
    expect(await page.getByText(/Load was [\d.]+ % (above|below) the forecast on average/).count()).toBe(5);
    const href = (await page.getByRole('link', { name: 'Download hourly CSV' }).getAttribute('href')) ?? '';
    const [header] = (await (await fetch(world.url + href)).text()).split('\n');
    expect(header).toContain('loadcast_mw,p10,p90,actual_mw,operator_mw');
    const found = await axeFindings(page);
    const [needed, given] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect([found, faults, needed]).toEqual([[], [], given]);
  });

  test('the part of the site that a page is in is marked, and of a grid the page', async () => {
    const { page } = await browser.open();
    const marked = async (path: string): Promise<readonly string[]> => {
      await page.goto(world.url + path);
      return page.locator('nav a[aria-current]').allTextContents();
    };
    expect([await marked('/'), await marked('/status'), await marked('/r/PJM'), await marked('/r/PJM/peaks')]).toEqual([
      ['Grid now'],
      ['Status'],
      ['Forecast'],
      ['Peaks'],
    ]);
  });

  test('a run and load that come while a page is open are shown, without a call before', async () => {
    const { page, requests, faults } = await browser.open();
    const opened = page.waitForResponse((response) => response.url().includes('/demo/v1/events') && response.ok());
    await page.goto(`${world.url}/`);
    await opened;
    expect(calls(requests)).toEqual([]);
    const peak = page.locator('.card', { hasText: 'MISO' }).locator('.peak strong');
    expect(await peak.textContent()).not.toContain('54,300');
    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const valueMw = new Float64Array(VINTAGE_HOURS).fill(54_321);
    const times = { issuedAt: Date.now(), availableAt: Date.now(), start: start + HOUR_MS };
    await world.gateway.runtime.vintages.append(buildVintage({ areaId: 'miso', ...times, valueMw }));
    await expect.poll(() => peak.textContent(), { timeout: 150_000 }).toMatch(/^54.300.MW$/);
    // The odds follow on their own, less often.
    expect([calls(requests).filter((asked) => asked.includes('/compare?')).length, faults]).toEqual([1, []]);
  });

  test('the tabs of a browser share one stream, and another reads it when the first is closed', async () => {
    const { page, requests } = await browser.open();
    const streams = (): number => requests.filter((url) => url.includes('/v1/events')).length;
    await page.goto(`${world.url}/`);
    await page.getByText('Live: updates').waitFor();
    const tabs = await Promise.all(
      ['/r/PJM', '/r/MISO', '/r/SPP', '/r/PJM/peaks', '/r/CAISO'].map((path) => tabOf(page, path)),
    );
    expect(streams()).toBe(1);
    const [pjm] = tabs;
    expect(tabs.map(({ opened }) => opened.length)).toEqual([0, 0, 0, 0, 0]);
    await page.close();
    await expect.poll(() => tabs.flatMap(({ opened }) => opened).length, { timeout: 150_000 }).toBe(1);
    await pjm!.page.getByText('Live: updates').waitFor();
  });

  async function tabOf(
    first: Page,
    path: string,
  ): Promise<{ readonly page: Page; readonly opened: readonly string[] }> {
    const page = await first.context().newPage();
    const opened: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/events')) opened.push(request.url());
    });
    await page.goto(world.url + path);
    await page.getByText('Live: updates').waitFor();
    return { page, opened };
  }

  test('an address has four streams of the demo: a page that is refused a fifth says that it asks every five minutes', async () => {
    const from = ofNewAddress();
    const ask = () => fetch(`${world.url}/demo/v1/events?regions=PJM`, { headers: from.extraHTTPHeaders });
    const streams = [await ask(), await ask(), await ask(), await ask()];
    expect([...streams, await ask()].map(({ status }) => status)).toEqual([200, 200, 200, 200, 403]);
    const latest = await fetch(`${world.url}/demo/v1/demand/latest?region=PJM`, { headers: from.extraHTTPHeaders });
    expect(latest.headers.get('ratelimit')).toMatch(/^"hourly";r=59;/); // streams leave the calls for data
    const { page } = await browser.open(from);
    await page.goto(`${world.url}/r/PJM`);
    await page.getByText('Updates every 5 minutes (no live stream)').waitFor();
    await Promise.all(streams.map(({ body }) => body?.cancel()));
    await page.getByText('Live: updates').waitFor(); // opened again after a while
  });

  test('offline the page says so, and asks again when the network is back', async () => {
    const { page } = await browser.open();
    await page.goto(`${world.url}/r/PJM`);
    await page.locator('.plot').waitFor();
    await page.getByText('Live: updates').waitFor();
    await page.context().setOffline(true);
    await page.getByText('no live stream').waitFor();
    await page.getByRole('button', { name: '6 hours ahead' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    await page.locator('.plot').waitFor();
    await page.getByText('Live: updates').waitFor();
  });

  test('printed, a page has its chart and its numbers, and nothing that only a screen can do', async () => {
    const { page } = await browser.open();
    await page.goto(`${world.url}/r/PJM`);
    await page.getByText('Live: updates').waitFor();
    await page.emulateMedia({ media: 'print' });
    const isPrinted = async (text: string): Promise<boolean> => page.getByText(text).first().isVisible();
    const texts = [
      'Peak tomorrow',
      'our forecast',
      'measured up to',
      'Live: updates',
      'Point at the chart',
      'Use the API',
    ];
    expect(await Promise.all(texts.map(isPrinted))).toEqual([true, true, true, false, false, false]);
    expect(await page.locator('.plot path.forecast').first().isVisible()).toBe(true);
  });

  test('the time machine shows the forecast of the instant in its address', async () => {
    const { page, requests } = await browser.open();
    const at = `${new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 13)}:00Z`;
    await page.goto(`${world.url}/r/PJM/time?at=${at}`);
    await page.getByText('Hours ago: 30').waitFor();
    expect(calls(requests)).toEqual([]); // both forecasts came with the page
    const asked = page.waitForResponse((response) => /as_of=/.test(response.url()) && response.ok());
    await page.getByRole('slider', { name: /Hours ago/ }).press('ArrowRight');
    const later = new Date(Date.parse(at) + HOUR_MS).toISOString().slice(0, 13);
    expect((await asked).url()).toContain(`as_of=${later}`);
    await page.waitForURL((url) => url.searchParams.get('at') !== at);
  });

  test('the forecasts of the last seven days come with the page when they are wanted, without a call', async () => {
    const { page, requests } = await browser.open();
    await page.goto(`${world.url}/r/PJM/time`);
    expect(await page.locator('path.past').count()).toBe(0);
    await page.getByRole('link', { name: 'Show the forecasts of the last seven days' }).click();
    await page.waitForURL(/ghosts=7/);
    await page.locator('.plot path.past').first().waitFor({ state: 'attached' });
    expect(await page.locator('.plot path.past').count()).toBe(7);
    expect(calls(requests)).toEqual([]);
    await page.getByRole('link', { name: 'Hide the other days' }).waitFor();
  });

  test('used up calls are said with what to do and the id of the request', async () => {
    const from = ofNewAddress();
    const { page } = await browser.open(from);
    const ask = () => fetch(`${world.url}/demo/v1/demand/latest?region=PJM`, { headers: from.extraHTTPHeaders });
    for (let used = 0; used < 60; used += 10) await Promise.all(Array.from({ length: 10 }, ask));
    await page.goto(`${world.url}/r/ERCOT`);
    await page.locator('.plot').waitFor(); // the first paint is not counted
    await page.getByRole('button', { name: '24 hours ahead' }).click();
    const trouble = page.getByRole('status').filter({ hasText: 'Nothing to show.' });
    await trouble.waitFor();
    expect(await trouble.textContent()).toMatch(/Create a free account.*Request [0-9a-f-]{36}/);
  });
});
