import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../operator-feeds/body.js';
import { parseReply } from './parse-reply.js';

const schema = z.object({ mw: z.array(z.number().nullable()), name: z.string().optional() });

// open-meteo #314: a server of one's own writes nan. Python's json writes NaN and Infinity.
test.each([
  { text: '{"mw":[1,nan,3]}', mw: [1, null, 3] },
  { text: '{"mw":[NaN,-Infinity,Infinity,-inf]}', mw: [null, null, null, null] },
  { text: '{"name":"NaN, \\"inf\\" nan","mw":[nan]}', mw: [null], name: 'NaN, "inf" nan' },
  { text: '{"mw":[1,null]}', mw: [1, null] },
])('$text keeps its other values', ({ text, mw, name }) => {
  const value = { mw, ...(name !== undefined && { name }) };
  expect(parseReply('upstream', text, schema)).toEqual(value);
  expect(parseJson(Buffer.from(text), schema)).toEqual(value);
});

test.each(['{"mw":[1,nano]}', '{"mw":[1,nan', '<nan>', '{"mw":[undefined]}', '{nan:1}', ''])(
  '%s is no JSON',
  (text) => {
    expect(() => parseReply('upstream', text, schema)).toThrow('the reply is no JSON');
    expect(() => parseJson(Buffer.from(text), schema)).toThrow('the reply is no whole JSON');
  },
);
