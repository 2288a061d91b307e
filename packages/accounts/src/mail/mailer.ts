import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '@loadcast/core';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';
import type { Log } from '@loadcast/observe';
import { createIpQuota } from '../access/addresses/ip-quota.js';
import type { Mail } from './mails.data.js';

/** Most mails to one recipient, so that no caller fills another's mailbox. */
const MAILS_TO_ONE = { hour: 5, day: 20, regionDay: null };
const RETRY_MS = [1_000, 10_000, 60_000];
const TIMEOUT_MS = 20_000;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Sends mail in the background, one at a time. */
export interface Mailer {
  /** Takes a mail and returns at once, so that the time of an answer says nothing about an address. */
  send(mail: Mail, now: EpochMs): void;
  /** Resolves when everything that was taken is sent or given up. */
  idle(): Promise<void>;
  /** Gives up what waits, and closes the connection. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://...`; TLS is required of a host that is not this machine. */
  readonly url: string;
  readonly from: string;
  /** Receives failed mails and their errors: for the log, without the text. */
  readonly failed: (error: unknown, subject: string) => void;
  readonly retryMs?: readonly number[];
}

/** How mails are sent. */
export interface MailSettings {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

/** The mail server of the settings; undefined where they name none. */
export async function configuredMailer({ SMTP_URL, MAIL_FROM }: MailSettings, log: Log): Promise<Mailer | undefined> {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined;
  const failed = (err: unknown, subject: string) => log.error({ err, subject }, 'a mail could not be sent');
  return openMailer({ url: SMTP_URL, from: MAIL_FROM, failed });
}

/** Its library is loaded here: a gateway that sends no mail starts without it. */
export async function openMailer({ url, from, failed, retryMs = RETRY_MS }: MailerOptions): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(withTls(url), { from });
  const perRecipient = createIpQuota(MAILS_TO_ONE);
  const stopped = new AbortController();
  const line = { waiting: 0 };
  watchBudget('mails', line, ({ waiting }) => waiting);
  let last: Promise<void> = Promise.resolve();

  async function attempt(mail: Mail): Promise<void> {
    for (const pauseMs of [...retryMs, undefined]) {
      try {
        await transport.sendMail(mail);
        return;
      } catch (error) {
        if (pauseMs === undefined || stopped.signal.aborted) return failed(error, mail.subject);
        await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  return {
    send(mail, now) {
      if (line.waiting >= BUDGETS.mails.bound) return failed(new Error('too many mails wait'), mail.subject);
      if (!perRecipient.charge(mail.to, now).allowed) return failed(new Error('too many mails to one'), mail.subject);
      line.waiting += 1;
      last = last
        .then(() => (stopped.signal.aborted ? undefined : attempt(mail)))
        .finally(() => {
          line.waiting -= 1;
        });
    },
    idle: () => last,
    async close() {
      stopped.abort();
      transport.close();
    },
  };
}

/** Links in mails are secrets: without TLS they go to this machine only, unless the URL says otherwise. */
function withTls(text: string): string {
  const url = new URL(text);
  const defaults: Record<string, string> = {
    connectionTimeout: String(TIMEOUT_MS),
    greetingTimeout: String(TIMEOUT_MS),
    socketTimeout: String(TIMEOUT_MS),
    ...(url.protocol === 'smtp:' && !LOOPBACK.has(url.hostname) ? { requireTLS: 'true' } : {}),
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url.href;
}
