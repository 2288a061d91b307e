import { expect, test } from 'vitest';
import { createBodies } from './bodies.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test('rows are made once per key, the meta every time', () => {
  const bodies = createBodies();
  let made = 0;
  const rows = (): string[] => [`{"n":${++made}}`, '{}'];
  expect(text(bodies.body('a', rows, { at: 1 }))).toBe('{"status":"success","data":[{"n":1},{}],"meta":{"at":1}}');
  expect(text(bodies.body('a', rows, { at: 2 }))).toBe('{"status":"success","data":[{"n":1},{}],"meta":{"at":2}}');
  expect(text(bodies.body('b', rows, {}))).toContain('"n":2');
});

test('beyond maxBytes the ones used least recently go first', () => {
  const bodies = createBodies(200);
  const made: string[] = [];
  const ask = (key: string): void => {
    bodies.body(key, () => [made.push(key), 'x'.repeat(30)].map(String), {});
  };
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a body larger than maxBytes is answered all the same', () => {
  const bodies = createBodies(10);
  expect(text(bodies.body('a', () => ['1'], {}))).toContain('[1]');
  expect(text(bodies.body('b', () => ['2'], {}))).toContain('[2]');
});
