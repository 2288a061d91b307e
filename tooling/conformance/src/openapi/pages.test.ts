import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Ask, asker } from '../service.js';
import { type PrefilledGateway, startPrefilledGateway } from '../testing/prefilled-gateway.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let gateway: PrefilledGateway;
let ask: Ask;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
  const withKey = asker(gateway.target);
  ask = (path, options) => withKey(path, { key: null, ...options });
}, 120_000);
afterAll(() => gateway.stop());

const FORM_SCRIPT = '<script type="module" src="/docs/try-it.js"></script>';

/** Text, and links that a reader may follow, may name other hosts: a browser loads nothing of them. */
const LOADS_NOTHING = /(?<=>)[^<]+|<a href="https:[^"]*">/g;

const linksOf = (html: string): string[] => [...html.matchAll(/href="(\/[^"#]*)/g)].map(([, path]) => path!);

test('every page is reached from /docs without a key, has no script but that of its form, and is there as Markdown too', async () => {
  const seen = new Set<string>(['/docs']);
  for (const path of seen) {
    const page = await ask(path);
    expect([path, page.status]).toEqual([path, 200]);
    if (!page.headers['content-type']?.startsWith('text/html')) continue;
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.text.replace(FORM_SCRIPT, '').replaceAll(LOADS_NOTHING, '')).not.toMatch(
      /<script|javascript:|<iframe| on\w+=|https?:\/\/(?!127\.0\.0\.1)/i,
    );
    for (const link of linksOf(page.text)) if (/^\/(docs|openapi|llms)/.test(link)) seen.add(link);
    const { status, headers } = await ask(`${path}.md`);
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/markdown; charset=utf-8']);
  }
  expect(seen.size).toBeGreaterThan(15);
});

test('llms.txt names every page, and each is there', async () => {
  const { text, headers } = await ask('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# Loadcast\n\n> .+\n/);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url!.slice(gateway.target.base.length));
  expect(links.length).toBeGreaterThan(14);
  for (const link of links) expect([link, (await ask(link)).status]).toEqual([link, 200]);
});

test('a page that the caller has is 304', async () => {
  for (const path of ['/openapi.json', '/docs', '/llms-full.txt']) {
    const { etag } = (await ask(path)).headers;
    expect([path, (await ask(path, { headers: { 'if-none-match': etag! } })).status]).toEqual([path, 304]);
  }
});
