import { HOUR_MS, VINTAGE_HOURS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../../tooling/testing/free-port.js';
import { hasBrowser, startBrowser, type TestBrowser } from '../../outside/browser.js';
import { serveWorld } from '../../served-world.js';

describe.skipIf(!hasBrowser)('a page that is left open', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('follows events again after the gateway was restarted, and shows what came since', async () => {
    const settings = { DEMO_REGIONS: 'all', PORT: String(await freePort()) };
    const first = await serveWorld(settings, { days: 3 });
    onTestFinished(() => first.remove());
    const { page, faults } = await browser.open();
    const opening = () =>
      page.waitForResponse((response) => response.url().includes('/demo/v1/events') && response.ok());
    const opened = opening();
    await page.goto(`${first.url}/r/PJM`);
    await opened;
    await first.stop();
    const reopened = opening();
    const { gateway, stop } = await serveWorld({ ...settings, LOADCAST_DATA_DIR: first.dataDir }, { days: 0 });
    onTestFinished(stop);
    await reopened;
    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
    const valueMw = new Float64Array(VINTAGE_HOURS).fill(54_321);
    const times = { issuedAt: Date.now(), availableAt: Date.now(), start };
    await gateway.runtime.vintages.append(buildVintage({ areaId: 'pjm', ...times, valueMw }));
    await expect.poll(() => page.locator('.peak strong').textContent(), { timeout: 500_000 }).toMatch(/^54.300.MW$/);
    expect(faults).toEqual([]);
  });
});

test('CONSOLE=0 serves the API and the reference, and no page or file of the console', async () => {
  const world = await serveWorld({ CONSOLE: '0' }, { days: 1 });
  onTestFinished(async () => {
    await world.stop();
    world.remove();
  });
  const status = async (path: string, accept = 'text/html') =>
    (await fetch(world.url + path, { headers: { accept } })).status;
  for (const path of ['/r/PJM', '/accuracy', '/build', '/status', '/assets/console.js'])
    expect([path, await status(path)]).toEqual([path, 404]);
  for (const path of ['/', '/docs', '/openapi.json', '/v1/status'])
    expect([path, await status(path)]).toEqual([path, 200]);
  const index = await (await fetch(world.url)).text();
  expect(index).not.toMatch(/<script|\/assets\//);
  expect(await status('/account')).toBe(401);
});
