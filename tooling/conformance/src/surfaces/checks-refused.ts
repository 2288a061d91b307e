import { readFileSync } from 'node:fs';
import type { Check } from '../check.js';
import { type Failure, refusal } from '../failures.js';
import { goodQuery } from '../load-reports.js';

const LINES = readFileSync(new URL('./refused.txt', import.meta.url), 'utf8').split('\n');
const TOO_LONG = 'x'.repeat(5_000);

/** Each refusal of `refused.txt`, at each address and in each format that a line stands for. */
export const CHECKS_REFUSED: readonly Check[] = LINES.filter((line) => line && !line.startsWith('#')).flatMap(
  (line) => {
    const [formats, code, names, written = ''] = line.split(' ') as [string, Failure, string, string];
    const addresses = ['/oasis', '/v1/oasis'].map((path) => written.replace('OASIS', path));
    return [...new Set(addresses)].flatMap((address) =>
      (['xml', 'json'] as const)
        .filter(
          (format) => formats === format || (formats === 'both' && (format === 'xml' || !address.startsWith('/v1/'))),
        )
        .map((format) =>
          refusal(
            `${address} is ${code} naming ${names} in ${format}`,
            (service) =>
              address.replace('GOOD', goodQuery(service)).replace('LONG', TOO_LONG) +
              (formats === 'both' && format === 'json' ? '&resultformat=7' : ''),
            { code, names, format },
          ),
        ),
    );
  },
);
