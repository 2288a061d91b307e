import { ERRORS, type SurfaceRequest } from '@loadcast/formats';
import { ask } from '@loadcast/formats/testing';
import { expect, test } from 'vitest';
import { createDocuments } from '../docs/documents.js';
import { createPages, type PageFacts } from './pages.js';

const FACTS: PageFacts = { notice: undefined, attribution: '', isSimulated: false, clockSpeed: 1 };
const read = (path: string, facts: Partial<PageFacts> = {}) =>
  ask(createPages({ ...FACTS, ...facts }, createDocuments([])), '', { receivedAt: 0, path, anonymous: true });

test.each([
  { path: '', type: 'text/html; charset=utf-8' },
  { path: '/', type: 'text/html; charset=utf-8' },
  { path: '/docs', type: 'text/html; charset=utf-8' },
  { path: '/docs/errors', type: 'text/html; charset=utf-8' },
  { path: '/docs/errors.md', type: 'text/markdown; charset=utf-8' },
  { path: '/llms.txt', type: 'text/plain; charset=utf-8' },
  { path: '/style.css', type: 'text/css; charset=utf-8' },
])('"$path" is $type for five minutes, without a key', async ({ path, type }) => {
  expect(await read(path)).toMatchObject({
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'public, max-age=300' },
  });
});

test.each([
  '/docs/',
  '/docs/errors/',
  '/docs/nothing',
  '/docs/errors.html',
  '/__proto__',
  '/constructor',
  '/index.html',
])('there is no page %s', (path) => {
  const request: Pick<SurfaceRequest, 'path' | 'receivedAt'> = { path, receivedAt: 0 };
  expect(createPages(FACTS, createDocuments([])).route(request as SurfaceRequest)).toBeUndefined();
});

test('security.txt names where to report, and a day within the next year', async () => {
  const { text } = await read('/.well-known/security.txt');
  expect(text).toMatch(/^Contact: https:\/\/\S+\/security\/advisories\/new$/m);
  const daysLeft = (Date.parse(/^Expires: (.*)$/m.exec(text)![1]!) - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(80);
  expect(daysLeft).toBeLessThan(365);
});

test('the page of errors has an anchor, the status and an explanation for every code', async () => {
  const { text } = await read('/docs/errors');
  const rows = [
    ...text.matchAll(/<tr id="(\w+)"><td>(\d+)<\/td><td><code>(\w+)<\/code><\/td><td>([^<]+)<\/td><\/tr>/g),
  ];
  const written = rows.map(([, id, status, code]) => [id, code, Number(status)]);
  expect(written).toEqual(Object.entries(ERRORS).map(([code, { status }]) => [code, code, status]));
});

test.each(['', '/docs/errors'])(
  '"%s" shows the notice of data that are not real and the credit, escaped',
  async (path) => {
    const { text } = await read(path, {
      notice: 'made <up>',
      attribution: 'Weather & Co',
      isSimulated: false,
      clockSpeed: 1,
    });
    expect(text).toContain('<p class="notice">made &lt;up&gt;</p>');
    expect(text).toContain('Weather &amp; Co</a></footer>');
    expect((await read(path)).text).not.toMatch(/notice|footer/);
  },
);
