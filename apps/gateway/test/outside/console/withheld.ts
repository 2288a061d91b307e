import { HOUR_MS } from '@loadcast/core';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import type { ServedWorld } from '../../served-world.js';
import type { TestBrowser } from '../browser.js';

/** What the page of withheld hours shows is what the API lists, and a click away from the pages that lack these hours. */
export function testWithheld(opened: () => { readonly world: ServedWorld; readonly browser: TestBrowser }): void {
  test.each(['/r/MISO', '/r/MISO/time', '/accuracy'])('from %s withheld hours are one click away', async (path) => {
    const { world, browser } = opened();
    const { page } = await browser.open({ javaScriptEnabled: false });
    await page.goto(world.url + path);
    await page.getByRole('link', { name: 'withheld hours' }).click();
    await page.getByRole('heading', { name: 'Withheld hours' }).waitFor();
    expect(await page.getByLabel('Area').inputValue()).toBe(path === '/accuracy' ? '' : 'MISO');
  });

  test('a withheld hour is listed without a script, for its area and days alone, and in the CSV', async () => {
    const { world, browser } = opened();
    const at = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 50 * HOUR_MS;
    const hour = new Date(at).toISOString();
    const restated = buildBlock(hour, [0], { series: 'MISO', known: { kind: 'at', at: Date.now() } });
    await world.gateway.runtime.actuals.append(buildBatch([restated]));
    const { page } = await browser.open({ javaScriptEnabled: false });
    const dayAt = (hours: number): string => new Date(at + hours * HOUR_MS).toISOString().slice(0, 10);
    const rowsAt = async (query: string): Promise<number> => {
      await page.goto(`${world.url}/withheld${query}`);
      return page.locator('.withheld tbody tr', { hasText: 'MISO' }).count();
    };
    expect([
      await rowsAt('?region=PJM'),
      await rowsAt(`?region=MISO&start=${dayAt(48)}&end=${dayAt(48)}`),
      await rowsAt(`?region=MISO&start=${dayAt(-24)}&end=${dayAt(24)}`),
    ]).toEqual([0, 0, 1]);
    // Answers of first paints are kept for 15 seconds.
    for (const query of ['', '?region=MISO&start=2026-11-40'])
      await expect.poll(() => rowsAt(query), { timeout: 60_000 }).toBe(1);
    const href = (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '';
    expect(await (await fetch(world.url + href)).text()).toContain(`${hour.slice(0, 13)}:00:00Z,`);
    const { page: alive } = await browser.open();
    await alive.goto(`${world.url}/withheld`);
    await alive.getByLabel('Area').selectOption('PJM');
    await alive.getByText('None in these days.').waitFor();
    await alive.getByLabel('Area').selectOption('MISO');
    await alive.getByRole('row', { name: 'MISO' }).waitFor();
  });
}
