import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryControlStore } from '@loadcast/core/testing';
import { createSeal, secretsKeyOf } from '@loadcast/service';
import { expect, onTestFinished, test } from 'vitest';
import { usedFactor } from '../../account/handlers/second-factor.js';
import { newTotpSecret, totpCode } from '../passwords/totp.js';
import { sha256 } from '../sha256.js';
import { sealedSecondFactors, sealSecondFactors } from './sealed-second-factors.js';

const NOW = Date.UTC(2026, 10, 22, 8);
const KEY = 'k'.repeat(32);
const codeOf = (secret: string): string => totpCode(secret, Math.floor(NOW / 30_000));

test('the same text is sealed to another one each time, and opened with the key and for the owner alone', () => {
  const seal = createSeal(KEY);
  const [one, two] = [seal.seal('SECRET', 'acc_1'), seal.seal('SECRET', 'acc_1')];
  expect(one).not.toBe(two);
  expect([one, two].map((sealed) => seal.open(sealed, 'acc_1'))).toEqual(['SECRET', 'SECRET']);
  expect(() => seal.open(one, 'acc_2')).toThrow();
  expect(() => createSeal('l'.repeat(32)).open(one, 'acc_1')).toThrow();
  const changed = `${one.slice(0, -10)}${one.at(-10) === 'A' ? 'B' : 'A'}${one.slice(-9)}`;
  expect(() => seal.open(changed, 'acc_1')).toThrow();
});

test('the store never holds the secret that the app was given, and its codes work', async () => {
  const store = memoryControlStore();
  const sealed = sealedSecondFactors(store, createSeal(KEY), () => expect.unreachable());
  const secret = newTotpSecret();
  await sealed.offerSecondFactor('acc_1', secret);
  await sealed.confirmSecondFactor('acc_1', NOW, []);
  const kept = (await store.secondFactor('acc_1'))!.secret;
  expect([kept.startsWith('sealed1.'), kept.includes(secret)]).toEqual([true, false]);
  expect(await usedFactor(sealed, 'acc_1', codeOf(secret), NOW)).toBe('code');
});

test('secrets of earlier versions work before and after they are sealed, once', async () => {
  const store = memoryControlStore();
  const seal = createSeal(KEY);
  const sealed = sealedSecondFactors(store, seal, () => expect.unreachable());
  const secret = newTotpSecret();
  await store.offerSecondFactor('acc_1', secret);
  expect((await sealed.secondFactor('acc_1'))?.secret).toBe(secret);
  expect([await sealSecondFactors(store, seal), await sealSecondFactors(store, seal)]).toEqual([1, 0]);
  expect((await store.secondFactor('acc_1'))?.secret).not.toContain(secret);
  expect(await usedFactor(sealed, 'acc_1', codeOf(secret), NOW)).toBe('code');
});

test('with another key no code fits, the account is named, and a recovery code still works', async () => {
  const store = memoryControlStore();
  const secret = newTotpSecret();
  await sealedSecondFactors(store, createSeal(KEY), () => expect.unreachable()).offerSecondFactor('acc_1', secret);
  await store.confirmSecondFactor('acc_1', NOW, [sha256('recovery')]);
  const failed: string[] = [];
  const other = sealedSecondFactors(store, createSeal('l'.repeat(32)), (id) => void failed.push(id));
  expect(await usedFactor(other, 'acc_1', codeOf(secret), NOW)).toBeUndefined();
  expect(await usedFactor(other, 'acc_1', codeOf(''), NOW)).toBeUndefined();
  expect(new Set(failed)).toEqual(new Set(['acc_1']));
  expect(await usedFactor(other, 'acc_1', 'recovery', NOW)).toBe('recovery code');
});

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'loadcast-secrets-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

test('the key of an embedded store is made once, in a file that its owner alone reads', () => {
  const config = { LOADCAST_DATA_DIR: folder(), SECRETS_KEY: undefined, DATABASE_URL: undefined };
  const key = secretsKeyOf(config)!;
  const file = join(config.LOADCAST_DATA_DIR, 'secrets.key');
  expect([key.length, secretsKeyOf(config)]).toEqual([44, key]);
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').trim()]).toEqual([0o600, key]);
  writeFileSync(file, 'short');
  expect(() => secretsKeyOf(config)).toThrow('secrets.key: holds no key');
});

test.each([
  { name: 'the setting counts', SECRETS_KEY: KEY, DATABASE_URL: undefined, key: KEY },
  { name: 'the setting counts with a database too', SECRETS_KEY: KEY, DATABASE_URL: 'postgres://x/y', key: KEY },
  { name: 'a database alone has none', SECRETS_KEY: undefined, DATABASE_URL: 'postgres://x/y', key: undefined },
])('$name', ({ SECRETS_KEY, DATABASE_URL, key }) => {
  expect(secretsKeyOf({ SECRETS_KEY, DATABASE_URL, LOADCAST_DATA_DIR: folder() })).toBe(key);
});
