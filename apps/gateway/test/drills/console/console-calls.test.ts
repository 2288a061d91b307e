import { HOUR_MS, MINUTE_MS, VINTAGE_HOURS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasBrowser, startBrowser, type TestBrowser } from '../../outside/browser.js';
import { serveWorld } from '../../served-world.js';

/** Limit from docs/console.md: an open dashboard of seven grids, openings of the stream included. */
const MOST_CALLS = 40;
/** The stream of a session is asked to connect again every 15 minutes; a guest's, as here, is not. */
const REOPENINGS = 4;
const STEP_MINUTES = 2;
const LONGEST_WAIT_MS = 150_000;

describe.skipIf(!hasBrowser)('a page of seven grids that is left open', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  // The page's clock is stepped through an hour, and a run is published at each step: 30 an hour, where seven grids have bursts
  // once an hour. It proves the pace of the page's own timers, not how long anything takes.
  test('asks at most 40 times an hour, a midnight of a market included, however much happens, and shows what came', async () => {
    const world = await serveWorld({ DEMO_REGIONS: 'all' }, { days: 3 });
    onTestFinished(async () => {
      await browser.closePages();
      await world.stop();
      world.remove();
    });
    const { page, requests, faults } = await browser.open();
    await page.clock.install();
    const opening = page.waitForResponse((response) => response.url().includes('/demo/v1/events') && response.ok());
    await page.goto(`${world.url}/`);
    const stream = (await opening)
      .url()
      .slice(world.url.length)
      .replace(/&types=.*/, '');
    await page.evaluate(`
      globalThis.heard = 0;
      new BroadcastChannel(${JSON.stringify(stream)}).onmessage = ({ data }) => { if (data.region === 'MISO') heard += 1; };
      0`);
    const heard = (): Promise<number> => page.evaluate<number>('heard');
    const calls = (): number => requests.filter((url) => /\/v1\/(?!events)/.test(url)).length;
    const openings = (): number => requests.filter((url) => url.includes('/v1/events')).length;

    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
    for (let minute = 0; minute < 60; minute += STEP_MINUTES) {
      const valueMw = new Float64Array(VINTAGE_HOURS).fill(54_000 + 100 * minute);
      const times = { issuedAt: Date.now(), availableAt: Date.now(), start };
      const before = await heard();
      await world.gateway.runtime.vintages.append(buildVintage({ areaId: 'miso', ...times, valueMw }));
      await expect.poll(heard, { timeout: LONGEST_WAIT_MS }).toBeGreaterThan(before);
      await page.clock.runFor(STEP_MINUTES * MINUTE_MS);
    }
    process.stdout.write(`an hour: ${calls()} calls, ${openings()} openings of the stream\n`);
    expect(calls()).toBeGreaterThan(10);
    expect(calls() + openings() + REOPENINGS).toBeLessThanOrEqual(MOST_CALLS);
    const peak = page.locator('.card', { hasText: 'MISO' }).locator('.peak strong');
    await expect.poll(() => peak.textContent(), { timeout: LONGEST_WAIT_MS }).toMatch(/^59.[78]00.MW$/);
    expect(faults).toEqual([]);
  });
});
