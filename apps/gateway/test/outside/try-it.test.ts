import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedWorld, serveWorld } from '../served-world.js';
import { axeFindings, hasBrowser, startBrowser, type TestBrowser } from './browser.js';

describe.skipIf(!hasBrowser).each([
  { name: 'in the console', env: {} },
  { name: 'without a console', env: { CONSOLE: '0' } },
])('the form of a page of the reference, $name', ({ env }) => {
  let world: ServedWorld;
  let browser: TestBrowser;
  let key: string;

  beforeAll(async () => {
    [world, browser] = await Promise.all([serveWorld({ DEMO_REGIONS: 'all', ...env }), startBrowser()]);
    key = await world.keyOf({ a: 'team' });
  });
  afterAll(async () => {
    await browser.close();
    await world.stop();
    world.remove();
  });

  async function asked(page: string, values: Readonly<Record<string, string>>) {
    const opened = await browser.open();
    await opened.page.goto(`${world.url}/docs/${page}`);
    const form = opened.page.locator('form.try');
    await form.waitFor();
    for (const [name, value] of Object.entries(values)) {
      const input = form.locator(name === 'key' ? '[data-part=key]' : `[name=${name}]`);
      if ((await input.evaluate((element) => element.tagName)) === 'SELECT') await input.selectOption(value);
      else await input.fill(value);
    }
    await form.getByRole('button', { name: 'Ask' }).click();
    await form
      .locator('[role=status]')
      .filter({ hasText: /^\d{3} / })
      .waitFor();
    const shown = (part: string) => form.locator(`[data-shows=${part}]`).textContent();
    const [status, curl, headers, body] = await Promise.all([
      form.locator('[role=status]').textContent(),
      ...['curl', 'headers', 'body'].map(shown),
    ]);
    return { ...opened, status: status!, curl: curl!, headers: headers!, body: body! };
  }

  test('without a key the demo answers: status, headers, body and the call as curl writes it', async () => {
    const answer = await asked('get-forecast', { region: 'PJM', format: 'csv', tz: 'market' });
    expect(answer.status).toMatch(/^200 /);
    expect(answer.curl).toBe(
      `curl -sS --fail-with-body "${world.url}/demo/v1/demand/forecast?region=PJM&format=csv&tz=market"`,
    );
    expect(answer.headers).toMatch(/^content-type: text\/csv.*\n.*etag: /s);
    expect(answer.body).toMatch(/^time_utc,time_local,region,value_mw,p10,p90,/);
    expect([answer.faults, await axeFindings(answer.page)]).toEqual([[], []]);
  });

  test('with a key the endpoint itself answers, and the key is shown nowhere', async () => {
    const { page, status, curl, headers, body, requests } = await asked('get-run', { run_id: 'PJM-newest', key });
    expect(status).toMatch(/^200 /);
    expect(body).toMatch(/^\{\n {2}"status": "success"/);
    expect(curl).toBe(
      `curl -sS --fail-with-body -H "Authorization: Bearer $KEY" "${world.url}/v1/demand/runs/PJM-newest"`,
    );
    expect(headers).toContain('ratelimit: ');
    expect([await page.content(), ...requests].join('')).not.toContain(key);
  });

  test('a refusal is shown as it is answered', async () => {
    const { status, body } = await asked('get-forecast', { as_of: 'yesterday' });
    expect(status).toMatch(/^400 /);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_parameter' } });
  });

  test('a GET has a form, unless its answer has no end; a page as Markdown has none', async () => {
    const pageOf = async (slug: string) => (await fetch(`${world.url}/docs/${slug}`)).text();
    for (const slug of ['get-forecast', 'list-regions', 'get-me', 'get-status']) {
      expect(await pageOf(slug), slug).toContain('<form class="try"');
    }
    for (const slug of ['stream-events', 'errors']) expect(await pageOf(slug), slug).not.toContain('<form class="try"');
    expect(await pageOf('get-forecast.md')).not.toContain('<form');
  });
});
