import { expect, onTestFinished, test } from 'vitest';
import { type MailerOptions, openMailer } from './mailer.js';
import { MAILS } from './mails.data.js';
import { openSmtpServer } from './testing/smtp-server.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

async function opened(options: Partial<MailerOptions> = {}) {
  const server = await openSmtpServer();
  const failures: string[] = [];
  const mailer = await openMailer({
    url: server.url,
    from: 'Loadcast <loadcast@example.org>',
    failed: (error, subject) => failures.push(`${subject}: ${error instanceof Error ? error.message : error}`),
    retryMs: [1, 1],
    ...options,
  });
  onTestFinished(() => mailer.close());
  return { server, mailer, failures };
}

test('a mail arrives with its link whole, from the sender of the settings', async () => {
  const { server, mailer } = await opened();
  const link = `https://loadcast.example.org/account/confirm?token=${'A1b2-_'.repeat(8)}`;
  mailer.send(MAILS.confirm('ann@example.org', link), NOW);
  await mailer.idle();
  expect(server.mails).toMatchObject([{ from: 'loadcast@example.org', to: 'ann@example.org' }]);
  expect(server.mails[0]!.text).toContain('Subject: Confirm your Loadcast account');
  expect(server.mails[0]!.text.replace(/=\n/g, '').replace(/=3D/g, '=')).toContain(link);
});

test('a temporary failure is tried again, and after the last attempt it is reported without the text', async () => {
  const { server, mailer, failures } = await opened();
  server.refuse = 2;
  mailer.send(MAILS.taken('ann@example.org'), NOW);
  await mailer.idle();
  expect([server.mails.length, failures]).toEqual([1, []]);
  server.refuse = 3;
  mailer.send(MAILS.reset('bob@example.org', 'https://secret.example'), NOW);
  await mailer.idle();
  expect([server.mails.length, failures.length]).toEqual([1, 1]);
  expect(failures[0]).not.toContain('secret');
});

test('one recipient gets five mails an hour, others are not affected', async () => {
  const { server, mailer, failures } = await opened();
  for (let n = 0; n < 7; n += 1) mailer.send(MAILS.taken('ann@example.org'), NOW);
  mailer.send(MAILS.taken('bob@example.org'), NOW);
  await mailer.idle();
  expect(server.mails.map(({ to }) => to)).toEqual([...Array(5).fill('ann@example.org'), 'bob@example.org']);
  expect(failures).toHaveLength(2);
});

test('a server on another machine that offers no TLS gets nothing', async () => {
  const server = await openSmtpServer();
  const { mailer, failures } = await opened({ url: `${server.url}?requireTLS=true`, retryMs: [] });
  mailer.send(MAILS.taken('ann@example.org'), NOW);
  await mailer.idle();
  expect([server.mails, failures.length]).toEqual([[], 1]);
});
