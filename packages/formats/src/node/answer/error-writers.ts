import { TEXT_WRITERS } from '../../errors/error.js';
import type { ErrorWriter } from '../../errors/wire-failure.js';
import type { ErrorDialect } from '../../http.js';
import { errorZip } from '../../oasis/error-zip.js';

/** How each dialect writes an error. */
export const ERROR_WRITERS: Readonly<Record<ErrorDialect, ErrorWriter>> = { ...TEXT_WRITERS, 'oasis-zip': errorZip };
