import { UsageError } from '../command.js';

/** A whole number, 0 or more. @throws {UsageError} naming the option */
export function readCount(option: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`${option} ${text} is not a whole number`);
  return Number(text);
}
