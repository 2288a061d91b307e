// Asks the registry for advisories on what is shipped; the exit status is 1 where there are any, and 77 where it gives none.
import { jsonOf, pnpm } from './pnpm.mjs';

/** A task ends with this status where the machine cannot do all of it. */
const SKIPPED = 77;

const answer = pnpm(['audit', '--prod', '--json']);
const counts = jsonOf(answer)?.metadata?.vulnerabilities;
const found = Object.entries(counts ?? {}).filter(([level, count]) => level !== 'info' && count > 0);
if (!counts) {
  const reason = /\bERR_\w+|\bE[A-Z]{4,}\b/.exec(`${answer.stderr}${answer.stdout}`)?.[0] ?? 'no answer';
  process.stdout.write(`SKIPPED advisories were NOT checked: the registry gave none (${reason})\n`);
  process.exitCode ??= SKIPPED;
} else if (found.length === 0) process.stdout.write('ok     advisories\n');
else {
  process.stdout.write(`FAILED advisories\n${found.map(([level, count]) => `       ${level}: ${count}\n`).join('')}`);
  process.exitCode = 1;
}
