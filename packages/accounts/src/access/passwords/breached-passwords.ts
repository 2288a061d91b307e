import { createHash } from 'node:crypto';
import { openHttpAgent } from '@loadcast/service';

/** Whether a password is known to have leaked. Never throws: what cannot be found out is no. */
export type BreachCheck = (password: string, headers?: Readonly<Record<string, string>>) => Promise<boolean>;

export const NO_BREACH_CHECK: BreachCheck = async () => false;

/** Digits of the digest that are sent: several hundred leaked passwords share them. */
const SENT_DIGITS = 5;
/** Longest wait for the service, since a caller waits for the answer. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Asks a range service of leaked passwords, as Have I Been Pwned and its copies are: it is sent the first five digits of the SHA-1 of
 * a password and answers with lines `REST-OF-DIGEST:COUNT`. While it is away, passwords are accepted.
 *
 * @param address to which the digits are appended, `https://api.pwnedpasswords.com/range/`
 * @param failed receives why it could not be asked
 */
export function createBreachCheck(address: string, failed: (error: unknown) => void): BreachCheck {
  const agent = openHttpAgent({});
  return async (password, headers) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const rest = digest.slice(SENT_DIGITS);
    try {
      const answer = await agent.request(`${address.replace(/\/*$/, '/')}${digest.slice(0, SENT_DIGITS)}`, {
        headers: { 'add-padding': 'true', ...headers },
        signal: AbortSignal.timeout(LONGEST_WAIT_MS),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`the service of leaked passwords answered ${answer.statusCode}`);
      return text.split('\n').some((line) => isLeak(line, rest));
    } catch (error) {
      failed(error);
      return false;
    }
  };
}

export interface BreachSettings {
  readonly BREACHED_PASSWORDS_URL?: string | undefined;
}

export function breachCheckOf(
  { BREACHED_PASSWORDS_URL: address }: BreachSettings,
  failed: (error: unknown) => void,
): BreachCheck {
  return address === undefined ? NO_BREACH_CHECK : createBreachCheck(address, failed);
}

/** Padding has a count of 0. */
function isLeak(line: string, rest: string): boolean {
  const [suffix = '', count = ''] = line.trim().split(':');
  return suffix.toUpperCase() === rest && Number(count) > 0;
}
