import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, startBrowser, type TestBrowser } from '../../outside/browser.js';
import { layoutShifts } from '../../outside/console/layout-shifts.js';
import { PAGES } from '../../outside/console/pages.data.js';
import { type ServedWorld, serveWorld } from '../../served-world.js';
import { arriveSlowly, type SlowProxy, slowProxy } from './slow-arrival.js';

const WIDTHS = [1280, 320];

describe.skipIf(!hasBrowser)('a page whose document comes in pieces, as over a slow line', () => {
  let world: ServedWorld;
  let browser: TestBrowser;
  let proxy: SlowProxy;

  beforeAll(async () => {
    [world, browser] = await Promise.all([serveWorld({ DEMO_REGIONS: 'all' }, { days: 16 }), startBrowser()]);
    proxy = await slowProxy(world.url);
  });

  afterEach(() => browser.closePages());

  afterAll(async () => {
    await browser.close();
    proxy.stop();
    await world.stop();
    world.remove();
  });

  test.each(PAGES.flatMap(({ path, whole }) => WIDTHS.map((width) => ({ path, whole, width }))))(
    '$path at $width pixels moves nothing that it has painted',
    async ({ path, whole, width }) => {
      const { page, faults } = await browser.open({ viewport: { width, height: 720 } });
      expect(await arriveSlowly(page, proxy, path)).toBeGreaterThan(10);
      await page.locator(whole).first().waitFor();
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
      expect(await layoutShifts(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test.each(WIDTHS)('at %i pixels odds that come after all else was painted have their room', async (width) => {
    const { page } = await browser.open({ viewport: { width, height: 720 } });
    await page.goto(world.url);
    await page.locator('.peak-odds').first().waitFor();
    const tops = () =>
      page
        .locator('.card .peak-range, .card svg')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const withOdds = await tops();
    expect(withOdds.length).toBeGreaterThan(10);
    // Text there before them, and the longest odds.
    for (const text of [
      '\u00a0',
      'under 1 % chance the peak is in this hour',
      'over 99 % chance the peak is in this hour',
    ]) {
      await page.locator('.peak-odds').evaluateAll((all, odds) => {
        for (const one of all) one.replaceChildren(odds);
      }, text);
      expect([text, await tops()]).toEqual([text, withOdds]);
    }
  });
});
