import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { hasBrowser, startBrowser, type TestBrowser, type WatchedPage } from './browser.js';
import { PAGES } from './console/pages.data.js';

const PASSWORD = 'correct horse battery';

let browser: TestBrowser;
beforeAll(async () => {
  if (hasBrowser) browser = await startBrowser();
});
afterEach(() => browser?.closePages());
afterAll(() => browser?.close());

async function signUp({ page }: WatchedPage, url: string, email: string): Promise<void> {
  await page.goto(`${url}/account`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign up' }).click();
}

/** An invitation to sign up, for guests alone. */
const INVITATION = 'h2 With an account';

/** What a page shows: its headings and the lines and areas of its charts, each once for every time it is there. */
const SHOWN = `[...document.querySelectorAll('main :is(h1, h2, h3), main svg path[class]')].map((each) =>
  each.localName === 'path' ? 'path ' + each.getAttribute('class') : each.localName + ' ' + each.textContent.trim())`;

async function shownOf({ page }: WatchedPage): Promise<readonly string[]> {
  return page.evaluate<string[]>(SHOWN);
}

/** What the second list lacks of the first, as often as it lacks it. */
function lackedBy(guest: readonly string[], account: readonly string[]): readonly string[] {
  const left = [INVITATION, ...account];
  return guest.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

describe.skipIf(!hasBrowser).each([
  { demo: 'all', grid: 'PJM' },
  { demo: 'CAISO', grid: 'PJM' },
  { demo: 'CAISO', grid: 'CAISO' },
])('guests of DEMO_REGIONS=$demo and a Free account, pages of $grid', ({ demo, grid }) => {
  let world: ServedWorld;
  let account: WatchedPage;
  beforeAll(async () => {
    world = await serveWorld({ DEMO_REGIONS: demo }, { days: 16, operatorBiasPct: 2 });
  });
  afterAll(async () => {
    await world.stop();
    world.remove();
  });

  test('no page shows less after signing in, and none shows a refusal', async () => {
    const guest = await browser.open();
    account = await browser.open();
    await signUp(account, world.url, 'free@example.org');
    await account.page.getByText('Your key.').waitFor();
    for (const path of [
      ...PAGES.map((page) => page.path),
      '/build',
      '/docs/get-forecast',
      '/docs/plans',
      '/docs/start',
    ]) {
      const url = world.url + path.replaceAll('PJM', grid);
      await guest.page.goto(url);
      await account.page.goto(url);
      const lacks = async () => [path, lackedBy(await shownOf(guest), await shownOf(account))];
      await expect.poll(lacks).toEqual([path, []]);
      await expect.poll(() => account.page.locator('main .waiting').count()).toBe(0);
      const refusals = await account.page.locator('main .trouble', { hasText: 'not part of the' }).allTextContents();
      expect([path, refusals]).toEqual([path, []]);
    }
    expect([guest.faults, account.faults]).toEqual([[], []]);
  });
});

describe.skipIf(!hasBrowser)('signing in over plain http under a name of the local network', () => {
  async function office(env: Readonly<Record<string, string>>) {
    const world = await serveWorld(env);
    onTestFinished(async () => {
      await world.stop();
      world.remove();
    });
    return { world, url: world.url.replace('127.0.0.1', 'load.lan') };
  }

  test('the page says before any form that it cannot work, why, and what to do', async () => {
    const { url } = await office({});
    const { page } = await browser.open();
    await page.goto(`${url}/account`);
    await page.getByText('You cannot sign in at this address.').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/plain\s+http.*INSECURE_HTTP=1/);
    expect(await page.locator('form').count()).toBe(0);
  });

  test('INSECURE_HTTP=1: who signs up is signed in, also on the next page, until the sign-out', async () => {
    const { url, world } = await office({ INSECURE_HTTP: '1' });
    const watched = await browser.open();
    const { page } = watched;
    await signUp(watched, url, 'ann@example.org');
    await page.getByText('Your key.').waitFor();
    await page.getByText(`"${url}/v1/demand/forecast?`).waitFor();
    await page.reload();
    await page.getByText('Signed in as').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed in as').waitFor({ state: 'detached' }); // its page has forms too
    await page.locator('form').first().waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(world.log.some((line) => line.includes('INSECURE_HTTP=1'))).toBe(true);
  });

  test('samples name the address that the reader opened, and the log says how to set one', async () => {
    const { url, world } = await office({ HOST: '0.0.0.0' });
    const { page } = await browser.open();
    await page.goto(`${url}/build`);
    await page.getByText(`curl -sS --fail-with-body -O ${url}/clients/loadcast.py`).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('127.0.0.1');
    expect(world.log.some((line) => line.includes('BASE_URL is not set'))).toBe(true);
  });

  test('a browser that keeps no cookie is not said to be signed in', async () => {
    const { url } = await office({ INSECURE_HTTP: '1' });
    const watched = await browser.open();
    const { page } = watched;
    await page.route('**/account/sign-in', async (route) => {
      // Tests know no names of a local network.
      const url = route.request().url().replace('load.lan', '127.0.0.1');
      const response = await route.fetch({
        url,
        headers: { ...route.request().headers(), origin: new URL(url).origin },
      });
      await route.fulfill({ status: response.status(), contentType: 'application/json', body: await response.text() });
    });
    await signUp(watched, url, 'ann@example.org');
    await page.getByText('this browser did not keep the session').waitFor();
    expect(await page.getByText('Signed in as').count()).toBe(0);
  });
});
