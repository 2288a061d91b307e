import assert from 'node:assert/strict';
import { type Check, check } from '../check.js';
import { readXml } from '../documents.js';
import { requireKnownFailure } from '../failures.js';
import type { Answer, Service } from '../service.js';
import { BROKEN_ESCAPES, CUT, NAUGHTY, SMUGGLING } from './attacks.data.js';
import { fuzzedQueries, TARGETS } from './fuzz-grammar.js';
import { hangUp, rawExchange } from './raw-exchange.js';

/** An endpoint in its right mind, asked again after each attack. */
async function requireWell({ ask }: Service): Promise<void> {
  const { status } = await ask('/v1/demand/latest?region=PJM');
  assert.equal(status, 200, 'afterwards the service does not answer');
}

/** A refusal in the documented form, or an answer: never a 5xx, never a header of the caller's. */
function requireSound(answer: Answer): void {
  assert.ok(answer.status < 500, `${answer.status}: ${answer.text.slice(0, 300)}`);
  assert.equal(answer.headers['x-evil'], undefined);
  const type = answer.headers['content-type']?.split(';')[0];
  if (answer.status !== 200) requireKnownFailure(answer);
  else if (type === 'application/json') JSON.parse(answer.text);
  else if (type === 'application/xml') readXml(answer.text);
}

const smugglingChecks: readonly Check[] = SMUGGLING.map(({ name, bytes, statuses }) =>
  check(`${name}: is refused, and hides no second request`, async (service) => {
    const host = new URL(service.base).host;
    const sent = bytes.replaceAll('HOST', host).replaceAll('KEY', service.key);
    const answers = await rawExchange(service.base, sent);
    assert.equal(answers.statuses.length, 1, answers.text.slice(0, 400) || 'no answer');
    assert.ok(statuses.includes(answers.statuses[0]!), `${answers.statuses[0]}, not ${statuses.join(' or ')}`);
    await requireWell(service);
  }),
);

const cutChecks: readonly Check[] = CUT.map(({ name, bytes }) =>
  check(`callers who hang up ${name} leave nothing behind`, async (service) => {
    const sent = bytes.replaceAll('HOST', new URL(service.base).host).replaceAll('KEY', service.key);
    await Promise.all(Array.from({ length: 20 }, () => hangUp(service.base, sent)));
    await requireWell(service);
  }),
);

const naughtyChecks: readonly Check[] = TARGETS.map(({ path, good }) =>
  check(`${path}: no naughty string breaks the answer`, async (service) => {
    const values = [...NAUGHTY.map(encodeURIComponent), ...BROKEN_ESCAPES];
    const names = Object.keys(good);
    for (const [i, value] of values.entries()) {
      const query = new URLSearchParams({ ...good }).toString();
      const name = names[i % names.length]!;
      const attacked = query.replace(new RegExp(`(^|&)${name}=[^&]*`), `$1${name}=${value.replaceAll('$', '$$$$')}`);
      requireSound(await service.ask(`${path}?${attacked}`));
      requireSound(await service.ask(`${path}?${query}&${value}=1`));
    }
  }),
);

const FUZZED = 60;

const fuzzChecks: readonly Check[] = TARGETS.map((target, seed) =>
  check(
    `${target.path}: ${FUZZED} queries of the fuzz grammar are answered or refused as documented`,
    async (service) => {
      for (const query of fuzzedQueries(target, seed, FUZZED)) {
        try {
          requireSound(await service.ask(`${target.path}?${query}`));
        } catch (failure) {
          assert.fail(`?${query}: ${failure instanceof Error ? failure.message : failure}`);
        }
      }
    },
  ),
);

export const CHECKS_HOSTILE: readonly Check[] = [...smugglingChecks, ...cutChecks, ...naughtyChecks, ...fuzzChecks];
