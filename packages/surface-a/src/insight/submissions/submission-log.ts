import { ServiceError } from '@loadcast/core';
import type { SubmissionLog } from '@loadcast/core/insight';
import { count, endpoint, integerParameter, json, noEffect, refused } from '@loadcast/formats';
import * as z from 'zod';
import { jsonAnswer, success } from '../../answers/answer-forms.js';

export interface SubmissionLogDeps {
  /** Absent: the service has no secret to sign with. */
  readonly submissionLog?: SubmissionLog | undefined;
}

const as_of = noEffect('the newest tree has all earlier ones');
const SHORT_LIFE = { 'cache-control': 'public, max-age=10', vary: 'Accept-Encoding' };

/** @throws {ServiceError} not_found */
function logOf({ submissionLog }: SubmissionLogDeps): SubmissionLog {
  if (submissionLog) return submissionLog;
  throw new ServiceError('not_found', 'This service signs no checkpoints: SECRETS_KEY is not set.', undefined);
}

export const checkpointEndpoint = endpoint({
  path: '/submissions/checkpoint',
  name: 'getCheckpoint',
  title: 'The signed root of the tree of all submissions',
  notes: [
    'A C2SP tlog-checkpoint: whoever keeps one can prove that no submission before it was changed, taken out or dated back. The tree (RFC 6962) has the submissions of all forecasters in order of arrival; a leaf is hashed with a nonce that only its receipt shows.',
  ],
  access: 'public',
  query: z.object({ as_of }),
  answers: [{ type: 'text/plain', text: 'Origin, size, root in base64, an empty line, the Ed25519 signature.' }],
  examples: [''],
  async prepare(deps: SubmissionLogDeps) {
    const log = logOf(deps);
    const body = await log.checkpoint(await log.size());
    const headers = { 'content-type': 'text/plain; charset=utf-8', ...SHORT_LIFE };
    return { regions: [], reply: () => ({ status: 200, headers, body }) };
  },
});

const place = { min: 0, max: 999_999_999 };

const proofAnswer = z.strictObject(
  success(
    z.strictObject({
      from: count('The size of the older tree; 0 is the empty one.').optional(),
      leaf: count('The place of the submission in the tree.').optional(),
      hashes: z.array(z.string()).describe('The proof, as in RFC 6962; base64.'),
      checkpoint: z.string().describe('The checkpoint of the tree that the proof is for.'),
      key: z.string().describe('The key that signed it, as `loadcast verify --key` takes it.'),
    }),
  ),
);

export const submissionProofEndpoint = endpoint({
  path: '/submissions/proof',
  name: 'getSubmissionProof',
  title: 'The proof that a submission is in the tree, or that one tree continues another',
  notes: [
    '`leaf` asks for the proof that it is among the first `size`, `from` for the proof that these begin with the first `from`. Without either the answer is the newest checkpoint.',
  ],
  access: 'public',
  query: z.object({
    leaf: integerParameter(place).optional(),
    from: integerParameter(place).optional(),
    size: integerParameter(place).optional(),
    as_of,
  }),
  answers: [jsonAnswer(proofAnswer)],
  examples: ['from=0'],
  async prepare(deps: SubmissionLogDeps, { leaf, from, size }) {
    const log = logOf(deps);
    const newest = await log.size();
    const asked = size ?? newest;
    if (asked > newest) throw refused('size', `a number up to ${newest}`);
    if (leaf !== undefined && leaf >= asked) throw refused('leaf', `a number below ${asked}`);
    if ((from ?? 0) > asked || (from && leaf !== undefined)) throw refused('from', `a number up to ${asked}, or leaf`);
    const hashes = leaf === undefined ? await log.consistency(from ?? 0, asked) : await log.inclusion(leaf, asked);
    const data = { from, leaf, hashes, checkpoint: await log.checkpoint(asked), key: log.key };
    return { regions: [], reply: () => json(200, { status: 'success', data }, SHORT_LIFE) };
  },
});
