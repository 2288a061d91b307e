import { expect, test } from 'vitest';
import { htmlOf } from '../../../apps/gateway/src/docs/blocks.js';
import { guidePages } from './guides.js';

const html = new Map(guidePages().map((page) => [page.slug, htmlOf(page)]));

test.each([
  { slug: 'plans', has: '<td>Developer</td>' },
  { slug: 'recipes', has: '<h2 id="pandas">pandas</h2>' },
  { slug: 'grids', has: '<img src="data:image/svg+xml;base64,' },
  { slug: 'start', has: '<h2 id="trader">Quick start for traders</h2>' },
  { slug: 'oasis', has: 'SingleZip' },
  { slug: 'events', has: 'peak.changed' },
  { slug: 'mcp', has: 'claude mcp add' },
  { slug: 'accuracy', has: 'day ahead' },
  { slug: 'server', has: 'reverse_proxy' },
  { slug: 'data', has: '<td>since 2019-01-30T05:00</td><td>one hour early</td>' },
  { slug: 'glossary', has: '<td>gate</td>' },
  { slug: 'changelog', has: '<h2 id="010">0.1.0</h2>' },
])('/docs/$slug has $has', ({ slug, has }) => {
  expect(html.get(slug)).toContain(has);
});

test('no guide says where in the repository a thing is, and every link leads to a guide or a heading of one', () => {
  const hrefs = [...html].flatMap(([slug, text]) =>
    [...text.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => ({ slug, href })),
  );
  const wrong = hrefs.filter(({ href }) => {
    if (href.startsWith('https://')) return false;
    const [, slug = '', anchor] = /^\/docs\/([a-z]+)(?:#(.+))?$/.exec(href) ?? [];
    const target = html.get(slug);
    return target === undefined || (anchor !== undefined && !target.includes(` id="${anchor}"`));
  });
  expect(wrong).toEqual([]);
  expect([...html.values()].filter((text) => text.includes('<th>File</th>'))).toEqual([]);
});
