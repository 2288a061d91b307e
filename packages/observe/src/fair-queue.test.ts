import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

const anyone = () => true;

function takeAll(queue: FairQueue<string>): string {
  const taken: string[] = [];
  for (let item = queue.take(anyone); item; item = queue.take(anyone)) taken.push(item);
  return taken.join(' ');
}

test.each([
  { name: 'one account is served in its order', pushed: 'a1:5 a2:1 a3:9', order: 'a1 a2 a3' },
  { name: 'accounts alternate at equal prices', pushed: 'a1:1 a2:1 a3:1 b1:1 b2:1', order: 'a1 b1 a2 b2 a3' },
  {
    name: 'who asks for less is served more often',
    pushed: 'a1:3 a2:3 b1:1 b2:1 b3:1 b4:1',
    order: 'a1 b1 b2 b3 a2 b4',
  },
  { name: 'a late account goes before a long line', pushed: 'a1:1 a2:1 a3:1 a4:1 c1:100', order: 'a1 c1 a2 a3 a4' },
])('$name', ({ pushed, order }) => {
  const queue = new FairQueue<string>();
  for (const entry of pushed.split(' ')) {
    const [item = '', price] = entry.split(':');
    queue.push(item.slice(0, 1), Number(price), item);
  }
  expect(takeAll(queue)).toBe(order);
});

test('an account that was away has no credit from that time', () => {
  const queue = new FairQueue<string>();
  for (let i = 1; i <= 6; i++) queue.push('a', 10, `a${i}`);
  for (let i = 0; i < 3; i++) queue.take(anyone);
  for (let i = 1; i <= 4; i++) queue.push('b', 10, `b${i}`);
  expect(takeAll(queue)).toBe('b1 a4 b2 a5 b3 a6 b4');
});

test('an account that asks for one at a time pays for what it was given', () => {
  const queue = new FairQueue<string>();
  for (let i = 1; i <= 3; i++) queue.push('a', 10, `a${i}`);
  queue.push('b', 100, 'b1');
  expect([queue.take(anyone), queue.take(anyone)]).toEqual(['a1', 'b1']);
  queue.push('b', 100, 'b2');
  expect(takeAll(queue)).toBe('a2 a3 b2');
});

test('what was given is forgotten at rest, and only then', () => {
  const queue = new FairQueue<string>();
  const served = (item: string) => {
    queue.push(item.slice(0, 1), 10, item);
    return queue.take(anyone);
  };
  const next = () => {
    queue.push('a', 1, 'a2');
    queue.push('b', 1, 'b1');
    return takeAll(queue);
  };
  served('a1');
  expect(next()).toBe('b1 a2');
  served('a1');
  queue.rest();
  expect(next()).toBe('a2 b1');
});

test('an account that may not start is passed over and keeps its place', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 1, 'a1');
  queue.push('b', 1, 'b1');
  expect(queue.take((account) => account !== 'a')).toBe('b1');
  expect(queue.take((account) => account !== 'a')).toBeUndefined();
  expect(queue.take(anyone)).toBe('a1');
});

test('lengths follow what is pushed, taken and removed; the longest line is named', () => {
  const queue = new FairQueue<string>();
  expect(queue.longest()).toBeUndefined();
  for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item.slice(0, 1), 1, item);
  expect([queue.length, queue.lengthOf('a'), queue.longest()]).toEqual([4, 3, 'a']);
  queue.remove('a', 'a2');
  queue.remove('a', 'not there');
  expect(queue.takeNewest('a')).toBe('a3');
  expect([queue.length, queue.lengthOf('a'), takeAll(queue), queue.length]).toEqual([2, 1, 'a1 b1', 0]);
  expect(queue.takeNewest('a')).toBeUndefined();
});
