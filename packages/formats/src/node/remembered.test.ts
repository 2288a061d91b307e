import { expect, test } from 'vitest';
import { remembered } from './remembered.js';

function counted() {
  const calls: string[] = [];
  const length = remembered((text) => {
    calls.push(text);
    return text.length;
  });
  return { calls, length };
}

test.each([
  { name: 'a text again', texts: ['a', 'a'], calls: 1 },
  { name: 'two texts in turn', texts: ['a', 'b', 'a', 'b'], calls: 2 },
  { name: 'a long text again', texts: ['x'.repeat(257), 'x'.repeat(257)], calls: 2 },
  {
    name: 'a text after a thousand others',
    texts: Array.from({ length: 1_002 }, (_, i) => `${i % 1_001}`),
    calls: 1_002,
  },
])('$name: called $calls times', ({ texts, calls }) => {
  const made = counted();
  expect(texts.map(made.length)).toEqual(texts.map((text) => text.length));
  expect(made.calls).toHaveLength(calls);
});
