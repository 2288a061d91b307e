import { readFileSync } from 'node:fs';
import { localDay } from '@loadcast/core';
import { ERRORS } from '@loadcast/formats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, asker } from './service.js';
import { emptyAsIn, pageExamples, parseCurl, shapeOf, shiftDates } from './testing/page-examples.js';
import { type PrefilledGateway, startPrefilledGateway } from './testing/prefilled-gateway.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const PAGE = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
const WRITTEN_ON = /examples: (\d{4}-\d\d-\d\d)/.exec(PAGE)?.[1] ?? '';
const EXAMPLES = pageExamples(PAGE);

let gateway: PrefilledGateway;
beforeAll(async () => {
  gateway = await startPrefilledGateway();
}, 120_000);
afterAll(() => gateway.stop());

/** What of a reply the page promises: keys and types of JSON, the header of CSV, the elements of XML, header names. */
const PROMISES: Readonly<Record<string, (reply: string) => unknown>> = {
  json: (reply) => shapeOf(JSON.parse(reply)),
  csv: (reply) => reply.split('\n')[0],
  xml: (reply) => new Set([...reply.matchAll(/<(\w+)[ >]/g)].map(([, name]) => name)),
};

async function ask(command: string): Promise<Answer> {
  const { target } = gateway;
  const variables = { BASE: target.base, KEY: target.key, FREE_KEY: target.smallKey!, REVOKED_KEY: target.revokedKey! };
  const { url, headers } = parseCurl(command, variables);
  const path = shiftDates(url.slice(target.base.length), WRITTEN_ON, localDay('UTC', Date.now()));
  return asker(target)(path, { key: null, headers });
}

test('the page has examples of all three surfaces, and says on which day they were made', () => {
  const commands = EXAMPLES.map(({ command }) => command).join('\n');
  for (const prefix of ['/v1/demand/', '/oasis?', '/oasisapi/SingleZip', '/forecast/v1/']) {
    expect(commands).toContain(prefix);
  }
  expect(WRITTEN_ON).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('the table of errors has every code once, with its HTTP status and what it costs', () => {
  const table = /<!-- errors[^>]*-->\n([\s\S]*?)<!-- \/errors -->/.exec(PAGE)?.[1] ?? '';
  const rows = [...table.matchAll(/^\| (\d{3}) \| `(\w+)` \|.*\| (\w+) \|$/gm)];
  expect(rows.map(([, status, code, charged]) => [code, Number(status), charged]).sort()).toEqual(
    Object.entries(ERRORS)
      .map(([code, { status, fault }]) => [code, status, fault === 'query' ? '1' : 'no'])
      .sort(),
  );
});

describe('docs/contract.md', () => {
  test.each(EXAMPLES)('curl $command', async ({ command, language, status, reply }) => {
    const answer = await ask(command);
    expect({ status: answer.status, text: status === answer.status ? '' : answer.text }).toEqual({ status, text: '' });
    if (language === 'http') {
      const names = reply.split('\n').flatMap((line) => /^([\w-]+): /.exec(line)?.[1]?.toLowerCase() ?? []);
      expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(names));
      return;
    }
    const [promised, given] = [reply, answer.text].map(PROMISES[language]!);
    expect(emptyAsIn(promised, given)).toEqual(promised);
  });
});
