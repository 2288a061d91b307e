import { CONTRACT_AREAS, ServiceError } from '@loadcast/core';
import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readQuery } from '../../query/query.js';
import { KEY, KEYED_QUERY, type KeyedServer, startKeyedServer } from '../../testing/keyed-server.js';

vi.setConfig({ testTimeout: 20_000 });

let keyed: KeyedServer;
beforeAll(async () => {
  keyed = await startKeyedServer();
});
afterAll(() => keyed.close());

// docs/faults.md: fault 50
describe('queries', () => {
  test.each([
    { name: 'of 5 KB', query: `region=PJM&x=${'1'.repeat(5_000)}` },
    { name: 'of 33 parameters', query: `region=PJM${'&x='.repeat(32)}` },
    { name: 'with a parameter twice', query: 'region=PJM&region=PJM' },
    { name: 'with brackets', query: 'region[]=PJM' },
    { name: 'with a bracketed prototype', query: 'region[__proto__]=PJM' },
    { name: 'with %00', query: 'region=PJM%00' },
    { name: 'with a lone surrogate', query: 'region=%ED%A0%80' },
    { name: 'with overlong UTF-8', query: 'region=%C0%AE' },
    { name: 'with %ZZ', query: 'region=%ZZ' },
    { name: 'naming the prototype', query: 'region=__proto__' },
    { name: 'naming a method', query: 'region=toString' },
    { name: 'of spaces', query: `region=${'+'.repeat(3_000)}` },
  ])('a query $name is 400, well-formed in the asked format', async ({ query }) => {
    const asJson = await keyed.one(`GET /v1/demand?${query}&format=json`);
    const asXml = await keyed.one(`GET /v1/demand?${query}`);
    expect([asJson.status, asXml.status]).toEqual([400, 400]);
    const { error } = JSON.parse(asJson.body);
    const xml = new XMLParser().parse(asXml.body).OASISReport.MessagePayload.RTO.ERROR;
    expect(xml.ERR_CODE).toBe(error.code);
    expect(XMLValidator.validate(asXml.body)).toBe(true);
    expect(error.message.length).toBeLessThan(300);
  });

  // docs/faults.md: fault 53
  test('a raw byte 0xff in a query is 400', async () => {
    expect((await keyed.one('GET /v1/demand?region=PJM\xff')).status).toBe(400);
  });

  // docs/faults.md: fault 49
  test.each([20_000, 1_000_000])('a query of %i bytes is 431 with a body and a date', async (bytes) => {
    const refused = await keyed.one(`GET /v1/demand?region=PJM&x=${'1'.repeat(bytes)}`);
    expect(refused.status).toBe(431);
    expect(JSON.parse(refused.body).error.request_id).toBe(refused.headers['x-request-id']);
    expect(Date.parse(refused.headers['date'] ?? '')).toBeGreaterThan(0);
  });

  // docs/faults.md: fault 52
  test.each(['__proto__: 1', 'constructor: 1', 'toString: 1'])('a header %s changes nothing', async (line) => {
    expect((await keyed.one('GET /v1/demand?region=PJM', `${KEY}${line}\r\n`)).status).toBe(200);
  });

  // docs/faults.md: faults 60, 81
  test('whatever text is a region, the answer is 400 and its XML parses', async () => {
    const hostile = [
      '<script>',
      ']]>',
      '&amp;',
      '\u0000',
      '\uffff',
      '\ud800',
      '\u202e',
      '%',
      '"',
      "'; --",
      '\u{1f50c}',
    ];
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(...hostile));
    await fc.assert(
      fc.asyncProperty(text, async (region) => {
        const answered = await keyed.one(
          `GET /v1/demand?region=${encodeURIComponent(region.replace(/\p{Surrogate}/gu, ''))}`,
        );
        expect(answered.status).toBe(400);
        expect(XMLValidator.validate(answered.body)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });
});

// docs/faults.md: fault 84
test('4 KB of anything in a parameter takes less than 5 ms to refuse', () => {
  for (const text of ['+', '1', '0', '-', 'T', '%20', 'A', ':', '.', 'Z']) {
    const query = `region=${text.repeat(Math.floor(4_000 / text.length))}`;
    const elapsedMs = Array.from({ length: 5 }, () => {
      const startedAt = performance.now();
      expect(() => readQuery(KEYED_QUERY, { query, areas: CONTRACT_AREAS })).toThrow(ServiceError);
      return performance.now() - startedAt;
    });
    expect(Math.min(...elapsedMs)).toBeLessThan(5); // the quickest: a busy machine may stop us in between
  }
});
