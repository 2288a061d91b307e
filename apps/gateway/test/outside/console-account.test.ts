import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS, VINTAGE_HOURS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { axeFindings, hasBrowser, startBrowser, type TestBrowser, type WatchedPage } from './browser.js';

const PASSWORD = 'correct horse battery';

describe.skipIf(!hasBrowser)('the account page in a browser', () => {
  let world: ServedWorld;
  let browser: TestBrowser;

  beforeAll(async () => {
    [world, browser] = await Promise.all([serveWorld({ WEBHOOK_PRIVATE: '1' }), startBrowser()]);
  });

  afterEach(() => browser.closePages());

  afterAll(async () => {
    await browser.close();
    await world.stop();
    world.remove();
  });

  /** Signs up by keyboard alone. */
  async function signUp({ page }: WatchedPage, email: string): Promise<void> {
    await page.goto(`${world.url}/account`);
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Your key.').waitFor();
  }

  /** An address may sign up five times an hour: further tests sign in. */
  async function signIn({ page }: WatchedPage, email: string): Promise<void> {
    await page.goto(`${world.url}/account`);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  }

  test('a program gets JSON from /account as before, a browser the page', async () => {
    const json = await fetch(`${world.url}/account`);
    expect([json.status, json.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8']);
    const page = await fetch(`${world.url}/account`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toContain('Accept');
  });

  test('sign-up by keyboard leads to a key that works and a call to copy, which is shown once', async () => {
    const watched = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, faults } = watched;
    await signUp(watched, 'first@example.org');
    await page.getByRole('button', { name: 'Copy the first call' }).press('Enter');
    await page.getByText('Copied.').waitFor();
    const call = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, key, url] = /^curl -sS --fail-with-body -H "Authorization: Bearer (\w+)" "(.+)"$/.exec(call) ?? [];
    const answer = await fetch(url ?? '', { headers: { authorization: `Bearer ${key}` } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);

    await page.getByRole('button', { name: 'Test the key' }).click();
    await page.getByText('It works.').waitFor();
    await page.goto(`${world.url}/docs/get-forecast`);
    await page
      .locator('pre code', { hasText: `curl -sS --fail-with-body -H "Authorization: Bearer ${key}"` })
      .first()
      .waitFor();
    await page.goto(`${world.url}/account`);
    await page.getByText('first@example.org').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(faults).toEqual([]);
  });

  test('revoking asks once and says what breaks; the key is refused from then on', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signUp(watched, 'revoker@example.org');
    const key = (await page.locator('.new-key pre').first().textContent()) ?? '';
    const status = async () =>
      (await fetch(`${world.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status()).toBe(200);

    await page.getByRole('button', { name: 'Revoke first key' }).click();
    await page.getByText('Every program that uses this key gets 401').waitFor();
    expect(await status()).toBe(200);
    await page.getByRole('button', { name: 'Revoke first key' }).last().click();
    await page
      .getByText('You have no active key')
      .or(page.getByRole('cell', { name: 'revoked' }))
      .first()
      .waitFor();
    expect(await status()).toBe(401);
  });

  test('a rotated key keeps working for the overlap, beside its successor', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signUp(watched, 'rotator@example.org');
    const shown = page.locator('.new-key pre').first();
    const old = (await shown.textContent()) ?? '';
    await page.getByRole('button', { name: 'Rotate first key' }).click();
    await page.getByRole('button', { name: 'Rotate first key' }).last().click();
    await expect.poll(() => shown.textContent()).not.toBe(old);
    for (const key of [old, (await shown.textContent()) ?? '']) {
      expect((await fetch(`${world.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    }
  });

  test('the focus is never lost: what opens takes it, what closes gives it back', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signIn(watched, 'revoker@example.org');
    await page.getByText('You have no active key').waitFor();
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent.slice(0, 40)');
    expect(await focused()).toBe('Account');
    const press = async (name: string): Promise<void> => page.getByRole('button', { name }).last().press('Enter');
    const open = async (name: string): Promise<void> => {
      await press(name);
      await page.locator('form :focus').waitFor();
    };
    await open('Create a key');
    await page.keyboard.type('nightly');
    await press('Cancel');
    await expect.poll(focused).toBe('Create a key');
    await open('Create a key');
    await page.keyboard.type('nightly');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toMatch(/^Your key/);
    await open('Revoke nightly');
    expect(await focused()).toBe('Revoke nightly');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Keys');
    expect(await page.locator('.new-key').count()).toBe(0); // it works no more
    await open('Add an authenticator app');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('password').waitFor();
    await press('Cancel');
    await expect.poll(focused).toBe('Add an authenticator app');
  });

  test('a Free account sees the demo’s grid with its band, as a guest does, and the others too', async () => {
    const watched = await browser.open();
    const { page, requests, faults } = watched;
    await signUp(watched, 'free@example.org');
    await page.goto(`${world.url}/`);
    await page.locator('.card', { hasText: 'PJM' }).locator('.peak strong').waitFor();
    await page.locator('.card', { hasText: 'CAISO' }).locator('.peak-range').waitFor();
    expect(await page.locator('.card .peak strong').count()).toBe(7);
    expect(await page.locator('.card .peak-range').count()).toBe(1);
    await page.goto(`${world.url}/r/PJM`);
    await page.locator('path.line.forecast').first().waitFor();
    expect(await page.locator('.trouble').count()).toBe(0);
    expect(requests.some((url) => /\/v1\/demand\/compare\?region=CAISO&/.test(url) && !url.includes('/demo/'))).toBe(
      false,
    );
    expect(faults).toEqual([]);
  });

  test('an area of the account’s own has a page with its load, which nobody else has', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signIn(watched, 'rotator@example.org');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await world.beside(async (store) => {
      const { id } = (await store.accountByEmail('rotator@example.org'))!;
      await store.setPlans(id, { a: 'team', b: null, c: null }, {});
    });
    const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const rows = Array.from(
      { length: 72 },
      (_, i) => `${new Date(now + (i - 72) * HOUR_MS).toISOString()},${5 + (i % 24)}`,
    );
    const add = (file: string) =>
      page.evaluate<number>(
        `fetch('/account/areas?code=plant-7&name=Seventh+plant&timezone=America/Chicago', { method: 'POST', body: ${JSON.stringify(file)} }).then(({ status }) => status)`,
      );
    await expect.poll(() => add(['time,MW', ...rows].join('\n')), { timeout: 60_000 }).toBe(201);
    await page.goto(`${world.url}/r/plant-7`);
    await page.getByRole('heading', { name: 'PLANT-7 Seventh plant' }).waitFor();
    await page.locator('.plot path.actual').first().waitFor();
    expect(await page.title()).toBe('PLANT-7');

    const other = await browser.open();
    for (const signedIn of [false, true]) {
      if (signedIn) {
        await signIn(other, 'free@example.org');
        await other.page.getByRole('button', { name: 'Sign out' }).waitFor();
      }
      await other.page.goto(`${world.url}/r/plant-7`);
      await other.page.waitForLoadState('networkidle');
      expect(await other.page.locator('h1').textContent()).toBe('Page not found');
      expect(await other.page.content()).not.toContain('Seventh plant');
    }
  });

  test('a refusal is written under the form with the id of its request; sign-out leads back to it', async () => {
    const watched = await browser.open();
    const { page } = watched;
    await signUp(watched, 'leaver@example.org');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByLabel('E-mail').fill('leaver@example.org');
    await page.getByLabel('Password').fill('not the password');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'The e-mail, the password or the code is wrong.' });
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(/Request [0-9a-f-]{36}/);
  });

  test('a webhook is made with a secret shown once, called, sent to again, tried, given another secret, and deleted after one question', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume();
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/loadcast`;
    const watched = await browser.open();
    const { page, faults } = watched;
    await signIn(watched, 'first@example.org');
    await page.getByText('first@example.org').waitFor();
    await page.goto(`${world.url}/account?webhook=run.published&regions=PJM#webhooks`);
    await page.getByLabel('Address').fill(address);
    expect(await page.getByRole('checkbox', { name: /run.published/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('Only these grids (optional)').last().inputValue()).toBe('PJM');
    await page.getByRole('button', { name: 'Create webhook' }).press('Enter');
    expect(await page.getByText(/^whsec_/).textContent()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: `Calls of ${address}` }).click();
    await page.getByText('No calls in the last 7 days').waitFor();

    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
    const times = { issuedAt: Date.now(), availableAt: Date.now(), start };
    const valueMw = new Float64Array(VINTAGE_HOURS).fill(54_321);
    await world.gateway.runtime.vintages.append(buildVintage({ areaId: 'pjm', ...times, valueMw }));
    await expect.poll(() => received.length, { timeout: 150_000 }).toBeGreaterThan(0);
    const calls = page.getByRole('button', { name: `Calls of ${address}` });
    await expect
      .poll(
        async () => {
          await calls.click();
          await calls.click();
          return page.getByRole('cell', { name: '200' }).count();
        },
        { timeout: 150_000, interval: 1_000 },
      )
      .toBeGreaterThan(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await axeFindings(page)]).toEqual([colorScheme, []]);
    }
    const [first] = received;
    const before = received.length;
    await page
      .getByRole('button', { name: `Resend from ${first}` })
      .first()
      .click();
    await page.getByRole('button', { name: `Resend ${first} and all later events` }).click();
    await expect.poll(() => received.slice(before), { timeout: 150_000 }).toContain(first);

    await page.getByRole('button', { name: `Test ${address}` }).click();
    await page.getByRole('button', { name: 'Send test call' }).click();
    await page.getByText(/^test_\w+ delivered \(200\), after \d+ ms\.$/).waitFor();
    expect(received.at(-1)).toMatch(/^test_/);
    await page.getByRole('button', { name: `New secret for ${address}` }).click();
    await page.getByText('Receivers with only the old secret then reject every call').waitFor();
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    expect(await page.getByText(/^whsec_/).textContent()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await page.getByRole('button', { name: 'I have saved it' }).click();

    await page.getByRole('button', { name: `Delete ${address}` }).click();
    await page.getByText('Stops all deliveries').waitFor();
    await page
      .getByRole('button', { name: `Delete ${address}` })
      .last()
      .click();
    await page.getByText('No webhooks yet.').waitFor();
    expect(faults).toEqual([]);
  });

  test('axe finds nothing, signed out and in, in both themes', async () => {
    const watched = await browser.open();
    const { page, faults } = watched;
    const found: string[] = [];
    const look = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await axeFindings(page)).map((finding) => `${colorScheme} ${finding}`));
      }
    };
    await page.goto(`${world.url}/account`);
    await page.getByLabel('E-mail').waitFor();
    await look();
    await signIn(watched, 'leaver@example.org');
    await page.getByText('Today').first().waitFor();
    await page.getByText('Sessions', { exact: true }).click();
    await page.getByText('this one').waitFor();
    await page.getByRole('button', { name: 'Revoke first key' }).click();
    await look();
    expect([found, faults]).toEqual([[], []]);
  });
});
