import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.js';

const kept = (body: string) => ({ etag: `"${body}"`, body });

test('the answers used longest ago go first when the texts are too long', () => {
  const answers = new KeptAnswers(8);
  answers.set('a', kept('aaaa'));
  answers.set('b', kept('bbbb'));
  answers.get('a');
  answers.set('c', kept('cc'));
  expect(['a', 'b', 'c'].filter((url) => answers.get(url))).toEqual(['a', 'c']);
});

test('a new answer of a URL takes the place of the old one and of its length', () => {
  const answers = new KeptAnswers(8);
  for (const body of ['1111', '2222', '3333']) answers.set('a', kept(body));
  answers.set('b', kept('bbbb'));
  expect([answers.get('a')?.body, answers.get('b')?.body]).toEqual(['3333', 'bbbb']);
});

test('an answer longer than all may be is not kept, nor is the older one of its URL', () => {
  const answers = new KeptAnswers(4);
  answers.set('a', kept('aa'));
  answers.set('a', kept('aaaaa'));
  expect(answers.get('a')).toBeUndefined();
});
