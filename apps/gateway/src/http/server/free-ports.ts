import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that cannot be had, in a sentence for whoever starts the program. */
export class PortUnavailable extends Error {}

const REASONS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EACCES: (port) => `Port ${port} needs more rights than this user has.`,
  EADDRNOTAVAIL: (_port, host) => `This machine has no address ${host}.`,
  ENOTFOUND: (_port, host) => `This machine has no address ${host}.`,
};

/** Whether a port can be bound now. 0 always can. @throws {PortUnavailable} for another reason than that it is taken */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ port, host });
    await once(probe, 'listening');
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return false;
    throw new PortUnavailable(REASONS[code]?.(port, host) ?? `Port ${port} of ${host} cannot be used (${code}).`);
  } finally {
    probe.close();
  }
}

/** @param command how the program was started @throws {PortUnavailable} it is taken; the message names the next free one */
export async function requireFreePort(setting: string, port: number, host: string, command: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  let next = port + 1;
  while (next < 65_535 && !(await isPortFree(next, host))) next += 1;
  throw new PortUnavailable(`Port ${port} is taken. Try ${setting}=${next} ${command}`);
}
