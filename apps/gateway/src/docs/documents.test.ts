import { ACCOUNT_ENDPOINTS } from '@loadcast/accounts';
import { createSurfaceA } from '@loadcast/surface-a';
import { createSurfaceC } from '@loadcast/surface-c';
import { expect, test } from 'vitest';
import { documentedEndpoints } from './documented.js';
import { createDocuments } from './documents.js';
import { GUIDES } from './guides.generated.js';

const BASE_URL = 'https://load.example.com';
// Descriptions alone are read: no store is asked.
const mounts = [
  { prefix: '/v1', surface: createSurfaceA({} as never) },
  { prefix: '/forecast/v1', surface: createSurfaceC({} as never) },
];
const documents = createDocuments(documentedEndpoints(mounts, ACCOUNT_ENDPOINTS));
const NOW = Date.parse('2026-11-21T15:00Z');
const read = (path: string, now = NOW): string => documents.at(path, BASE_URL, now)?.text ?? '';
const html = (slug: string): string => read(`/docs${slug && `/${slug}`}`);

const SLUGS = ['get-forecast', 'get-snapshot', 'compare-forecasts', 'get-peaks', 'get-scores'];

test.each(SLUGS)('/docs/%s begins with a request to this service, its answer and the form', (slug) => {
  const page = html(slug);
  const places = [`${BASE_URL}/v1/demand/`, '&quot;status&quot;: &quot;success&quot;', 'class="try"', '>Parameters<'];
  const found = places.map((text) => page.indexOf(text));
  expect(found.every((at) => at > 0)).toBe(true);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});

test.each(SLUGS)('/docs/%s names each field once', (slug) => {
  const answer = html(slug).split('>Answer: 200<')[1] ?? '';
  const fields = [...answer.matchAll(/<tr><td><code>([^<]+)<\/code>/g)].map(([, name = '']) =>
    name.replaceAll('[]', ''),
  );
  expect(fields.length).toBeGreaterThan(5);
  expect(fields).toEqual([...new Set(fields)]);
});

test('guides ask this service, and no customer reads of surface A, B or C', () => {
  const pages = ['', 'errors', ...GUIDES.map(({ slug }) => slug).filter((slug) => slug !== 'changelog'), ...SLUGS];
  const isWrong =
    /\$BASE\b|\$\{BASE\}|https:\/\/HOST\b|surfaces? [ABC]\b|\b(?:each|this|other|three) surfaces?\b|\b(?:on|of|and) [BC]\b/i;
  const wrong = pages.filter((slug) => isWrong.test(html(slug)));
  expect(wrong).toEqual([]);
  expect(html('start')).toContain(`${BASE_URL}/v1/demand/snapshot?format=csv`);
});

test.each([
  { name: 'a replay of July 2018', now: '2018-07-18T18:00Z', yesterday: '2018-07-17' },
  { name: 'a new year', now: '2027-01-01T00:00Z', yesterday: '2026-12-31' },
  { name: 'the day after a leap day', now: '2028-03-01T23:59Z', yesterday: '2028-02-29' },
])('examples on $name ask for days that the service has', ({ now, yesterday }) => {
  const [moved, none] = [yesterday, '2026-11-20'].map((day) =>
    [
      '/docs/get-history',
      '/docs/get-history.md',
      '/docs/get-utility-forecast',
      '/openapi.json',
      '/llms-full.txt',
    ].filter((path) => [day, day.replaceAll('-', '')].some((each) => read(path, Date.parse(now)).includes(each))),
  );
  expect([moved!.length, none]).toEqual([5, []]);
});

test('dates that are facts stay where they are', () => {
  const facts = ['/docs/start', '/docs/accuracy', '/docs/changelog'];
  expect(facts.map((path) => read(path, Date.parse('2018-07-18T18:00Z')))).toEqual(facts.map((path) => read(path)));
});
