import { CONTRACT_AREAS } from '@loadcast/core';
import type { HttpRequest } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJson } from './read-json.js';

const SCHEMA = z.object({
  email: z.string('a string').max(20, 'at most 20 characters'),
  label: z.string().default(''),
});

const unread = { names: [] as string[], known: [] as string[] };

const read = (body: string, type: string | undefined = 'application/json') => {
  const headers = new Map(type === undefined ? [] : [['content-type', type]]);
  const request = { headers } as unknown as HttpRequest;
  const readBody = async () => new TextEncoder().encode(body);
  return readJson({ request, readBody, unread }, SCHEMA, CONTRACT_AREAS);
};

test.each([
  { type: 'application/json', body: '{"email":"a"}' },
  { type: 'Application/JSON; charset=utf-8', body: '{"email":"a","other":1}' },
])('$body as $type is read, with defaults and without other fields', async ({ type, body }) => {
  expect(await read(body, type)).toEqual({ email: 'a', label: '' });
});

test.each([
  { name: 'no type', body: '{"email":"a"}', type: '', parameter: 'Content-Type' },
  { name: 'a form', body: 'email=a', type: 'application/x-www-form-urlencoded', parameter: 'Content-Type' },
  { name: 'text', body: '{"email":"a"}', type: 'text/plain', parameter: 'Content-Type' },
  { name: 'nothing', body: '', parameter: 'body' },
  { name: 'half an object', body: '{"email":', parameter: 'body' },
  { name: 'null', body: 'null', parameter: 'body' },
  { name: 'a text', body: '"secret"', parameter: 'body' },
  { name: 'a missing field', body: '{}', parameter: 'email', code: 'missing_parameter' },
  { name: 'a field of another type', body: '{"email":7}', parameter: 'email' },
  { name: 'a field that is too long', body: '{"email":"secret secret secret secret"}', parameter: 'email' },
  { name: 'a null field', body: '{"email":null}', parameter: 'email' },
])('$name is refused, naming $parameter and never a value', async (row) => {
  const refused: unknown = await read(row.body, row.type).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: row.code ?? 'invalid_parameter', details: { parameter: row.parameter } });
  expect(String(refused)).not.toContain('secret');
});
