import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.data.js';
import { weakness } from './weak-password.js';

test('the list has the 10,000 commonest and the common ones that are long', () => {
  expect(Buffer.from(COMMON_PASSWORDS, 'base64').length / 4).toBeGreaterThan(10_000);
});

test.each([
  'password',
  'qwertyuiop',
  'trustno1',
  'administrator',
  'Password2026!',
  '  qwertyuiop 123',
  'passwordpassword',
  'Iloveyou!iloveyou!',
  '1q2w3e4r5t6y',
  '123456789012',
  'abcdefghijklmn',
  '987654321098',
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  'qwertyasdfgh',
  'qazwsxedcrfv',
  '1qaz2wsx3edc',
  '!QAZ2wsx#EDC',
  '1q2w3e4r5t6y7u8i',
  'zaq12wsxcde34rfv',
  'asdfghjkl;zxcv',
  'Poiuytrewq2026',
  'azertyuiopqsdf',
  'Qwertzuiopasd1',
  'ann.example@example.org',
  'ann.example2026',
  'loadcastforecast1',
  'Example.org!!1',
])('%j is easy to guess', (password) => expect(weakness(password, 'ann.example@example.org')).toBeDefined());

test.each([
  'correct horse battery',
  'a new password',
  'plainly visible passphrase 7391',
  'vier kleine Katzen 12',
  '幾つかの単語を並べた秘密の言葉',
  '🐈🐈🐈🌧🌩🌪🌫🌬🌀🌈🌂☔',
  '839201746502',
  'x7Gd-2kQp-99Lm',
  'dessert trees poured',
  'we were deserted 5678',
])('%j is not', (password) => expect(weakness(password, 'ann.example@example.org')).toBeUndefined());
