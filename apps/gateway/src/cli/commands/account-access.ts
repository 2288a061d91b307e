import { hashPassword, LINK_LASTS_MS, linkUrl, makeLink, readEmail, sessionJson } from '@loadcast/accounts';
import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { isoUtc } from '@loadcast/formats';
import { readConfig } from '../../config.js';
import { type Command, type CommandIo, UsageError } from '../command.js';
import { defineCommand } from '../define-command.js';
import { anyText, flag, optional, required } from '../options.js';
import { left, table } from '../table.js';
import { readDuration } from '../values/read-duration.js';
import { ACCOUNT_OPTION, findAccount, type OpenControl, withControl } from './open-control.js';
import { breachCheck, readPassword } from './read-password.js';

/** `accounts set-password`, `suspend`, `resume`, `sessions`, `invite`: the way back in, and the way out. */
export function accountAccessCommands(open: OpenControl): readonly Command[] {
  return [
    setPasswordCommand(open),
    suspensionCommand(open, 'suspend'),
    suspensionCommand(open, 'resume'),
    sessionsCommand(open),
    removeSecondFactorCommand(open),
    inviteCommand(open),
  ];
}

function setPasswordCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts set-password',
    summary: 'restore access: a link that works once, or a password',
    about: 'Setting a password ends every session of the account. A link leads to a page where its owner sets it.',
    options: {
      ...ACCOUNT_OPTION,
      link: flag('print a link for the owner that works once, for a day'),
      'password-stdin': flag('read the password from standard input'),
    },
    async run({ account: wanted, link, 'password-stdin': fromStdin }, io) {
      if (link === fromStdin) throw new UsageError('give one of --link and --password-stdin');
      const password = fromStdin ? await readPassword() : '';
      return withControl(open, io, async ({ store, record }) => {
        const account = await findAccount(store, wanted);
        if (link) {
          const lasts = { createdAt: io.now(), expiresAt: io.now() + DAY_MS };
          const token = await makeLink(store, { purpose: 'reset', accountId: account.id, ...lasts }, io.now());
          await record({ kind: 'reset-asked', accountId: account.id });
          const url = linkUrl(publicUrl(io), 'reset', token);
          return { json: { id: account.id, link: url, expires_at: isoUtc(lasts.expiresAt) }, text: url };
        }
        await store.setPasswordHash(
          account.id,
          await hashPassword(password, account.email, { isBreached: breachCheck(io) }),
        );
        await record({ kind: 'password-set', accountId: account.id });
        return { json: { id: account.id, password_set: true }, text: `set the password of ${account.email}` };
      });
    },
  });
}

function suspensionCommand(open: OpenControl, what: 'suspend' | 'resume'): Command {
  const isSuspension = what === 'suspend';
  return defineCommand({
    name: `accounts ${what}`,
    summary: isSuspension
      ? 'suspend an account: its keys stop working, sessions end, nothing is deleted'
      : 'reactivate a suspended account',
    options: ACCOUNT_OPTION,
    run: (values, io) =>
      withControl(open, io, async ({ store, record }) => {
        const account = await findAccount(store, values.account);
        await store.setSuspended(account.id, isSuspension ? io.now() : null);
        await record({ kind: isSuspension ? 'suspended' : 'resumed', accountId: account.id });
        const done = isSuspension ? 'suspended' : 'resumed';
        return { json: { id: account.id, suspended: isSuspension }, text: `${done} ${account.email}` };
      }),
  });
}

const SESSION_COLUMNS = left('id', 'signed in', 'last used', 'ends', 'from', 'browser');

function sessionsCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts sessions',
    summary: "list an account's sessions, or end one or all of them",
    options: {
      ...ACCOUNT_OPTION,
      end: optional('ID', 'end one session, or all of them: all', anyText),
    },
    run: ({ account: wanted, end }, io) =>
      withControl(open, io, async ({ store, record }) => {
        const account = await findAccount(store, wanted);
        if (end === 'all') await store.endSessions(account.id);
        else if (end !== undefined && !(await store.endSessionById(account.id, end))) {
          throw new Error(`${account.email} has no session ${end}`);
        }
        if (end !== undefined) await record({ kind: 'session-ended', accountId: account.id, detail: end });
        const sessions = (await store.sessions(account.id, io.now())).map(sessionJson);
        const rows = sessions.map((row) => [row.id, row.created_at, row.used_at, row.ends_at, row.from, row.agent]);
        return { json: sessions, text: table(SESSION_COLUMNS, rows) };
      }),
  });
}

function removeSecondFactorCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts remove-second-factor',
    summary: 'restore access after the authenticator and the recovery codes were lost; ends every session',
    about:
      'Ends every session. The proof of the owner’s identity is kept with the security event; it should be as strong as password and e-mail together.',
    options: {
      ...ACCOUNT_OPTION,
      evidence: required('TEXT', 'proof of identity in a few words: "call back, contract 4711"', evidenceText),
    },
    run: (values, io) =>
      withControl(open, io, async ({ store, record }) => {
        const account = await findAccount(store, values.account);
        await store.removeSecondFactor(account.id);
        await store.endSessions(account.id);
        await record({ kind: 'second-factor-removed', accountId: account.id, detail: `evidence: ${values.evidence}` });
        const text = `removed the second factor of ${account.email}`;
        return { json: { id: account.id, second_factor: false }, text };
      }),
  });
}

/** A few words, on one line. @throws {UsageError} */
function evidenceText(option: string, text: string): string {
  const words = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  if (words.length >= 8 && words.length <= 200) return words;
  throw new UsageError(`--${option}: 8 to 200 characters of proof of identity`);
}

function inviteCommand(open: OpenControl): Command {
  return defineCommand({
    name: 'accounts invite',
    summary: 'create a sign-up invitation for SIGN_UP=invite; shown once',
    options: {
      email: optional('E', 'only for this address (default: anyone)', anyText),
      expires: optional('DURATION', 'how long it works: 24h, 30d (default: 7d)', readDuration),
    },
    run: ({ email, expires = LINK_LASTS_MS.invite }, io) =>
      withControl(open, io, async ({ store, record }) => {
        if (expires < HOUR_MS) throw new UsageError('--expires: an hour or more');
        const expiresAt = io.now() + expires;
        const invited = email === undefined ? null : readEmail(email);
        const token = await makeLink(store, { purpose: 'invite', email: invited, expiresAt }, io.now());
        await record({ kind: 'invited', accountId: null });
        return { json: { invitation: token, email: invited, expires_at: isoUtc(expiresAt) }, text: token };
      }),
  });
}

function publicUrl({ env }: CommandIo): string {
  const { BASE_URL, HOST, PORT } = readConfig(env);
  return BASE_URL ?? `http://${HOST}:${PORT}`;
}
