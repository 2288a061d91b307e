import type { Log } from '@loadcast/observe';
import { type Mailer, openMailer } from './mailer.js';

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
