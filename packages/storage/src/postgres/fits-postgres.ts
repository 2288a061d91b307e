import { DAY_MS } from '@loadcast/core';
import type { FitTable } from '../fitted-states/shared-states.js';
import type { Connections } from './connections.js';

/** A fit is made once a month: one that is older belongs to an area that is gone. */
const KEPT_MS = 40 * DAY_MS;

const NOW = '(extract(epoch from now()) * 1000)::bigint';

/** Fits in PostgreSQL, for all machines that forecast. */
export function fitsPostgres(connections: Connections): FitTable {
  return {
    async find({ name, fingerprint, withContent }) {
      const [row] = await connections.query<{ content: Buffer | null }>(
        'select case when $3 then content end as content from fitted_state where name = $1 and fingerprint = $2',
        [name, fingerprint, withContent],
      );
      return row?.content;
    },

    async put({ name, fingerprint, writtenAt, content }) {
      await connections.query(
        `with removed as (delete from fitted_state where written_at < ${NOW} - ${KEPT_MS} and name <> $1)
         insert into fitted_state (name, fingerprint, written_at, content) values ($1, $2, least($3, ${NOW}), $4)
         on conflict (name) do update
         set (fingerprint, written_at, content) = (excluded.fingerprint, excluded.written_at, excluded.content)
         where fitted_state.written_at <= excluded.written_at`,
        [name, fingerprint, Math.floor(writtenAt), content],
      );
    },
  };
}
