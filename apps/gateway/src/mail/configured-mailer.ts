import type { Config } from '../config.js';
import type { Log } from '../log.js';
import { type Mailer, openMailer } from './mailer.js';

/** The mail server of the settings; undefined where they name none. */
export async function configuredMailer({ SMTP_URL, MAIL_FROM }: Config, log: Log): Promise<Mailer | undefined> {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined;
  const failed = (err: unknown, subject: string) => log.error({ err, subject }, 'a mail was not sent');
  return openMailer({ url: SMTP_URL, from: MAIL_FROM, failed });
}
