import { normaliseEmail } from '@loadcast/core/quota';
import { UsageError } from '../command.js';

/** An e-mail address in the form in which accounts keep it. @throws {UsageError} */
export function readEmail(option: string, text: string): string {
  const address = normaliseEmail(text);
  if (!address) throw new UsageError(`${option}: expected an e-mail address, ana@example.com; got '${text}'`);
  return address;
}
