import { text } from 'node:stream/consumers';
import { type BreachCheck, breachCheckOf } from '@loadcast/accounts';
import { readConfig } from '../../config.js';
import type { CommandIo } from '../command.js';

/** Everything on standard input, without the line break that ends it. */
export async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

export function breachCheck({ env, err }: CommandIo): BreachCheck {
  return breachCheckOf(readConfig(env), () => err('the password could not be checked for leaks: no answer'));
}
