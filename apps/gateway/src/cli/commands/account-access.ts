import { hashPassword, LINK_LASTS_MS, linkUrl, makeLink, readEmail, sessionJson } from '@loadcast/accounts';
import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { isoUtc } from '@loadcast/formats';
import { listing } from '@loadcast/observe';
import { readConfig } from '../../config.js';
import { UsageError } from '../command.js';
import { commandsOf } from '../opened-command.js';
import { anyText, flag, optional, required } from '../options.js';
import { readDuration } from '../values/read-values.js';
import { accountCommand, controlCommand } from './control-command.js';
import { breachCheck, readPassword } from './read-password.js';

const setPassword = accountCommand({
  name: 'accounts set-password',
  summary: 'restore access: a link that works once, or a password',
  example: '--account ana@example.com --link',
  about: 'Setting a password ends every session of the account. A link leads to a page where its owner sets it.',
  options: {
    link: flag('print a link for the owner; it works once, within a day'),
    'password-stdin': flag('read the password from standard input'),
  },
  check({ link, 'password-stdin': fromStdin }) {
    if (link === fromStdin) throw new UsageError('give one of --link and --password-stdin');
  },
  async run({ store, account: { id, email }, record }, { link }, io) {
    if (link) {
      const lasts = { createdAt: io.now(), expiresAt: io.now() + DAY_MS };
      const token = await makeLink(store, { purpose: 'reset', accountId: id, ...lasts }, io.now());
      await record('reset-asked');
      const { BASE_URL, HOST, PORT } = readConfig(io.env);
      const url = linkUrl(BASE_URL ?? `http://${HOST}:${PORT}`, 'reset', token);
      return { json: { id, link: url, expires_at: isoUtc(lasts.expiresAt) }, text: url };
    }
    const hash = await hashPassword(await readPassword(), email, { isBreached: breachCheck(io) });
    await store.setPasswordHash(id, hash);
    await record('password-set');
    return { json: { id, password_set: true }, text: `set the password of ${email}` };
  },
});

const suspension = (name: string, summary: string, done: 'suspended' | 'resumed') =>
  accountCommand({
    name,
    summary,
    async run({ store, account: { id, email }, record }, _, io) {
      const suspended = done === 'suspended';
      await store.setSuspended(id, suspended ? io.now() : null);
      await record(done);
      return { json: { id, suspended }, text: `${done} ${email}` };
    },
  });

const suspend = suspension(
  'accounts suspend',
  'suspend an account: its keys stop working, sessions end, nothing is deleted',
  'suspended',
);
const resume = suspension('accounts resume', 'reactivate a suspended account', 'resumed');

const sessions = accountCommand({
  name: 'accounts sessions',
  summary: "list an account's sessions, or end one or all of them",
  example: '--account ana@example.com --end all',
  options: { end: optional('ID', 'the session to end, or all', anyText) },
  async run({ store, account: { id, email }, record }, { end }, io) {
    if (end === 'all') await store.endSessions(id);
    else if (end !== undefined && !(await store.endSessionById(id, end)))
      throw new Error(`${email} has no session ${end}`);
    if (end !== undefined) await record('session-ended', { detail: end });
    return listing(
      ['id', 'signed in', 'last used', 'ends', 'from', 'browser'],
      (await store.sessions(id, io.now())).map(sessionJson),
      (row) => [row.id, row.created_at, row.used_at, row.ends_at, row.from, row.agent],
    );
  },
});

const removeSecondFactor = accountCommand({
  name: 'accounts remove-second-factor',
  summary: 'restore access after the authenticator and the recovery codes were lost; ends every session',
  example: '--account ana@example.com --evidence "passport, ticket 12"',
  about:
    'Ends every session. The proof of the owner’s identity is kept with the security event; it should be as strong as password and e-mail together.',
  options: {
    evidence: required('TEXT', 'proof of identity in a few words: "call back, contract 4711"', evidenceText),
  },
  async run({ store, account: { id, email }, record }, { evidence }) {
    await store.removeSecondFactor(id);
    await store.endSessions(id);
    await record('second-factor-removed', { detail: `evidence: ${evidence}` });
    return { json: { id, second_factor: false }, text: `removed the second factor of ${email}` };
  },
});

/** A few words, on one line. @throws {UsageError} */
function evidenceText(option: string, text: string): string {
  const words = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  if (words.length >= 8 && words.length <= 200) return words;
  throw new UsageError(`--${option}: 8 to 200 characters of proof of identity`);
}

const invite = controlCommand({
  name: 'accounts invite',
  summary: 'create a sign-up invitation for SIGN_UP=invite; shown once',
  example: '--email ana@example.com',
  options: {
    email: optional('E', 'only for this address (default: anyone)', anyText),
    expires: optional('DURATION', 'how long it works: 24h, 30d (default: 7d)', readDuration),
  },
  async run({ store, record }, { email, expires = LINK_LASTS_MS.invite }, io) {
    if (expires < HOUR_MS) throw new UsageError('--expires: an hour or more');
    const expiresAt = io.now() + expires;
    const invited = email === undefined ? null : readEmail(email);
    const token = await makeLink(store, { purpose: 'invite', email: invited, expiresAt }, io.now());
    await record('invited', { accountId: null });
    return { json: { invitation: token, email: invited, expires_at: isoUtc(expiresAt) }, text: token };
  },
});

export const accountAccessCommands = commandsOf(setPassword, suspend, resume, sessions, removeSecondFactor, invite);
