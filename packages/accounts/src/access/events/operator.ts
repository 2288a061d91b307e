import { hostname, userInfo } from 'node:os';

/** Who runs the command, for the record of security events: `ana@host`. */
export function operatorName(): string {
  return `${userName()}@${hostname()}`;
}

/** A container may run under a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
