import { isIP } from 'node:net';

/**
 * Whether a `Host` header can name the operator's port. A web page whose own domain resolves to this machine (DNS rebinding)
 * sends its domain: a name with a dot that the operator has not given. Programs without a `Host` are no browsers.
 *
 * @param ownNames names that the operator gave this port and this machine
 */
export function isOperatorHost(host: string | undefined, ownNames: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return /^[\w-]+$/.test(name) || ownNames.some((own) => own.toLowerCase() === name);
}
