import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { axeFindings, hasBrowser, startBrowser, type TestBrowser } from './browser.js';

const PAGES = ['/', '/r/PJM', '/r/PJM/time', '/accuracy', '/docs'];

describe.skipIf(!hasBrowser)('the pages of data in a browser', () => {
  let world: ServedWorld;
  let browser: TestBrowser;

  beforeAll(async () => {
    [world, browser] = await Promise.all([serveWorld({ DEMO_REGIONS: 'all' }, { days: 16 }), startBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    await world.stop();
    world.remove();
  });

  const calls = (requests: readonly string[]): readonly string[] => requests.filter((url) => /\/v1\//.test(url));

  test('the first paint has the numbers, without a script', async () => {
    const { page } = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${world.url}/`);
    expect(await page.getByText('eight hours in ten fall inside').count()).toBeGreaterThan(0);
    const peaks = await page.locator('.peak strong').allTextContents();
    expect(peaks).toHaveLength(7);
    for (const peak of peaks) expect(peak).toMatch(/^[\d ]+ MW$/);
    expect(await page.locator('.chart path.line.forecast').count()).toBe(7);
    await page.goto(`${world.url}/accuracy`);
    expect(await page.locator('.scores tbody tr').count()).toBe(21);
  });

  test.each(['/', '/r/PJM', '/accuracy'])('%s keeps its budgets: files, bytes, calls, shifts', async (path) => {
    const { page, requests, faults } = await browser.open();
    await page.goto(world.url + path);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.length).toBeLessThanOrEqual(4);
    expect(calls(requests)).toEqual([]); // what is shown came with the page
    const bytes = async (end: string): Promise<number> => {
      const url = requests.find((each) => each.endsWith(end))!;
      const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding')).toBe('br');
      return Number(answer.headers.get('content-length'));
    };
    expect(await bytes('.js')).toBeLessThanOrEqual(45 * 1024);
    expect(await bytes('.css')).toBeLessThanOrEqual(8 * 1024);
    const shift = await page.evaluate<number>(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
    })`);
    expect([Math.round(shift * 1000), faults]).toEqual([0, []]); // a fraction of a pixel, as a font gives, is none
  });

  test.each(PAGES)('axe finds nothing on %s in both themes, and 320 pixels are enough', async (path) => {
    const { page, faults } = await browser.open({ viewport: { width: 320, height: 640 } });
    await page.goto(world.url + path);
    await page.locator('main h1').first().waitFor();
    if (path !== '/docs') await page.locator('.plot, .scores').first().waitFor();
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await axeFindings(page)).map((finding) => `${colorScheme} ${finding}`));
    }
    const [needed, given] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    expect([found, faults, needed]).toEqual([[], [], given]);
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
    const readOut = page.locator('.read-out');
    await readOut.getByText(/forecast [\d ]+ MW \([\d ]+ to [\d ]+\)/).waitFor();
    const last = await readOut.textContent();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readOut.textContent()).not.toBe(last);
    await page.getByRole('button', { name: 'day-ahead gate' }).press('Enter');
    await page.waitForURL(/show=dam/);
    await page.getByText('Table and CSV').click();
    await expect.poll(() => page.locator('.numbers tbody tr').count()).toBe(120);
  });

  test('offline the page says so, and asks again when the network is back', async () => {
    const { page } = await browser.open();
    await page.goto(`${world.url}/r/PJM`);
    await page.locator('.plot').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '6 hours ahead' }).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
    await page.locator('.plot').waitFor();
  });

  test('the time machine shows the forecast of the instant in its address', async () => {
    const { page } = await browser.open();
    const at = `${new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 13)}:00Z`;
    const asked = page.waitForResponse((response) => /as_of=/.test(response.url()) && response.ok());
    await page.goto(`${world.url}/r/PJM/time?at=${at}`);
    expect((await asked).url()).toContain(`as_of=${at.slice(0, 13)}`);
    await page.getByText('Hours ago: 30').waitFor();
    await page.getByRole('slider', { name: /Hours ago/ }).press('ArrowLeft');
    await page.waitForURL((url) => url.searchParams.get('at') !== at);
  });

  test('used up calls are said with what to do and the id of the request', async () => {
    const { page } = await browser.open();
    const ask = () => fetch(`${world.url}/demo/v1/demand/latest?region=PJM`);
    for (let used = 0; used < 60; used += 10) await Promise.all(Array.from({ length: 10 }, ask));
    await page.goto(`${world.url}/r/ERCOT`);
    await page.locator('.plot').waitFor(); // the first paint is not counted
    await page.getByRole('button', { name: '24 hours ahead' }).click();
    const trouble = page.getByRole('status').filter({ hasText: 'There is nothing to show.' });
    await trouble.waitFor();
    expect(await trouble.textContent()).toMatch(/Make a free account.*Request [0-9a-f-]{36}/);
  });
});
