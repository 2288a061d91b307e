import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Opened } from './every-page.js';

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/** Charts answer at the cursor, are seen without scrolling, and are written for American readers. */
export function testCharts(opened: () => Opened): void {
  test('a pointer shows the hour and every series with its unit beside it, and nothing once it has left', async () => {
    const page = await opened()
      .browser.open({ viewport: DESK })
      .then((each) => each.page);
    await page.goto(`${opened().url}/r/PJM`);
    const plot = page.locator('.plot').first();
    const tip = plot.locator('.tip:not(.unseen)');
    const { width } = (await plot.boundingBox())!;
    for (const share of [0.1, 0.3, 0.9]) {
      await plot.hover({ position: { x: share * width, y: 60 } });
      await tip.waitFor();
      const box = (await tip.boundingBox())!;
      expect([box.x >= 0, box.x + box.width <= DESK.width]).toEqual([true, true]);
      expect(await tip.textContent()).toMatch(/^\w{3}, \w{3} \d+, \d+( [AP]M)?–\d+ [AP]M E[SD]T/);
    }
    await plot.hover({ position: { x: 0.3 * width, y: 60 } });
    const texts = await tip.locator('span').allTextContents();
    expect(texts.map((text) => text.replace(/ [\d,–]+ MW$/, ''))).toEqual([
      'Measured',
      'Our forecast',
      'Likely range (80 %)',
      'Operator’s forecast',
    ]);
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });
  });

  test('a finger that has left the chart leaves its values', async () => {
    const { page } = await opened().browser.open({ viewport: PHONE, hasTouch: true });
    await page.goto(`${opened().url}/`);
    const plot = page.locator('.plot').first();
    await plot.tap({ position: { x: 80, y: 60 } });
    await plot.locator('.tip:not(.unseen)').getByText('Measured').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test.each([
    { path: '/', viewport: DESK, charts: 3 },
    { path: '/r/PJM', viewport: DESK, charts: 1 },
    { path: '/', viewport: PHONE, charts: 1 },
    { path: '/r/PJM', viewport: PHONE, charts: 1 },
  ])('$path shows $charts charts and the peak above the fold of $viewport.width pixels', async (row) => {
    const { page } = await opened().browser.open({ viewport: row.viewport });
    await page.goto(opened().url + row.path);
    const middles: number[] = [];
    for (const plot of await page.locator('.plot').all()) {
      const { y, height } = (await plot.boundingBox())!;
      middles.push(y + height / 2);
    }
    expect(middles.filter((middle) => middle < row.viewport.height).length).toBeGreaterThanOrEqual(row.charts);
    expect((await page.locator('.peak strong').first().boundingBox())!.y).toBeLessThan(row.viewport.height);
  });

  test('a card is one link, its chart included; a choice of writing is kept', async () => {
    const { page } = await opened().browser.open({ viewport: DESK });
    const open = () => page.goto(`${opened().url}/`);
    const peakOf = async (each: Page): Promise<string> => {
      const peak = each.locator('.card .peak').first();
      return (await peak.locator('.peak-when, strong, .peak-hour').allTextContents()).join(' ');
    };
    const places = {
      besideName: { x: 300, y: 20 },
      peak: { x: 100, y: 60 },
      chart: { x: 200, y: 220 },
    };
    for (const position of Object.values(places)) {
      await open();
      await page.locator('.card', { hasText: 'ERCOT' }).click({ position });
      await page.waitForURL('**/r/ERCOT');
    }
    await open();
    expect(await peakOf(page)).toMatch(/\w{3}, \w{3} \d+ (\d+\d,\d00|\d,\d\d0) MW \d+(–| [AP]M–)\d+ [AP]M /);
    await page.getByRole('link', { name: /19:00/ }).click();
    await expect.poll(() => page.evaluate('Object.values(localStorage)')).toContain('24h');
    await page.goto(`${opened().url}/`);
    await expect
      .poll(() => peakOf(page))
      .toMatch(/\w{3} \d+ \w{3} (\d+\d\u202f\d00|\d\u202f\d\d0) MW \d\d:00–\d\d:00 /);
  });
}
