import { ERRORS } from '@loadcast/formats';
import type { Page } from './blocks.js';

/** Every error code, where `documentation_url` leads. */
export function errorsPage(): Page {
  const rows = Object.entries(ERRORS).map(([code, { status, explanation }]) => ({
    id: code,
    cells: [String(status), `\`${code}\``, explanation],
  }));
  return {
    slug: 'errors',
    title: 'Errors',
    summary: 'Every error code with its HTTP status, and what to do.',
    blocks: [
      {
        kind: 'text',
        text: 'With `Accept: application/problem+json` an error in JSON has the form of RFC 9457: `type`, `title`, `status` and `detail`, and beside them `code`, `request_id` and `details`.',
      },
      { kind: 'table', columns: ['HTTP', 'code', 'meaning'], rows },
    ],
  };
}
