import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and text, as they came. */
  readonly text: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Number of messages to answer with a temporary failure. */
  refuse: number;
}

/** A mail server that keeps received mails, for one test. */
export async function openSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const opened = { url: '', mails, refuse: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, (mail) => {
      if (opened.refuse > 0) {
        opened.refuse -= 1;
        return '451 try again later';
      }
      mails.push(mail);
      return '250 kept';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return opened;
}

/** RFC 5321, as much as a client without extensions needs. */
function converse(socket: Socket, keep: (mail: ReceivedMail) => string): void {
  let [from, to, pending] = ['', '', ''];
  let data: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') from = addressIn(line);
    if (verb === 'RCPT') to = addressIn(line);
    if (verb === 'DATA') data = [];
    if (verb === 'STAR') return say('502 no TLS here');
    if (verb === 'QUIT') return socket.end('221 bye\r\n');
    return say(verb === 'DATA' ? '354 go ahead' : '250 ok');
  };
  const dataLine = (line: string, lines: string[]) => {
    if (line !== '.') return void lines.push(line.replace(/^\.\./, '.'));
    data = undefined;
    say(keep({ from, to, text: lines.join('\n') }));
  };
  say('220 test');
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString()).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) data ? dataLine(line, data) : command(line);
  });
}
