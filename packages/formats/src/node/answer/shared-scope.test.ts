import { expect, test } from 'vitest';
import { createSharedScope } from './shared-scope.js';

const LEFT = new Error('left');

test('a shared scope ends with the last of those who joined, for the reason of that one', () => {
  const scope = createSharedScope();
  let closed = 0;
  scope.whenClosed(() => closed++);
  const [first, second] = [scope.join(), scope.join()];
  first(new Error('left first'));
  first(new Error('left again'));
  expect([scope.over, scope.signal.aborted, closed]).toEqual([undefined, false, 0]);
  expect(() => scope.check()).not.toThrow();
  second(LEFT);
  expect([scope.over, scope.signal.reason, closed]).toEqual([LEFT, LEFT, 1]);
  expect(() => scope.check()).toThrow(LEFT);
});

test('what is to be done at the end is done at once where that has come', () => {
  const scope = createSharedScope();
  scope.join()(LEFT);
  let closed = 0;
  scope.whenClosed(() => closed++);
  expect(closed).toBe(1);
});
