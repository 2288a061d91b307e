import { TEXT_WRITERS } from '../../errors/error.js';
import { errorProblem, PROBLEM_TYPE } from '../../errors/error-problem.js';
import type { ErrorWriter } from '../../errors/wire-failure.js';
import type { ErrorDialect, SurfaceRequest } from '../../http.js';
import { errorZip } from '../../oasis/error-zip.js';
import { preferredType } from '../../query/preferred-type.js';

export const ERROR_WRITERS: Readonly<Record<ErrorDialect, ErrorWriter>> = { ...TEXT_WRITERS, 'oasis-zip': errorZip };

const JSON_OR_PROBLEM = new Set(['application/json', PROBLEM_TYPE]);

/** The writer of a dialect; errors in JSON are written by RFC 9457 for a caller whose `Accept` prefers that. */
export function errorWriter(dialect: ErrorDialect, headers: SurfaceRequest['headers']): ErrorWriter {
  const isProblem = dialect === 'json' && preferredType(headers.get('accept'), JSON_OR_PROBLEM) === PROBLEM_TYPE;
  return isProblem ? errorProblem : ERROR_WRITERS[dialect];
}
