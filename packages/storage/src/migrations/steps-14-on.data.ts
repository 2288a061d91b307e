import type { MigrationStep } from './migration.js';

/** @param accountId how a webhook's account is compared */
const emptiedAccounts = (accountId: string): string => `
  -- Secrets of webhooks may be sealed from here on, which a program of before cannot sign with.
  delete from webhook_delivery where webhook_id in (
    select id from webhook where ${accountId} in (select id from account where deleted_at is not null)
  );
  delete from webhook where ${accountId} in (select id from account where deleted_at is not null);
  delete from known_origin where account_id in (select id from account where deleted_at is not null);
  delete from account_link where account_id in (select id from account where deleted_at is not null);
  update account set email = '' where deleted_at is not null;
`;

/** Waits for a second at a time, so that reads do not queue behind this one while a backup reads the table. */
const TAKE_VINTAGE = `
        for attempt in 1..1200 loop
          begin
            set local lock_timeout = '1s';
            lock table vintage in access exclusive mode;
            exit;
          exception when lock_not_available then perform pg_sleep(1);
          end;
        end loop;`;

/** What runs are kept with, protection and checksums of events, the chains of runs, what deleted accounts leave. */
export const STEPS_14_ON: readonly MigrationStep[] = [
  {
    version: 14,
    name: 'drivers of runs',
    sqlite: `
      -- Payloads of vintages may have a second part: drivers and dependence. A program of before cannot read these.
    `,
    postgres: `
      comment on column vintage.payload is 'values, and from format 14 on drivers and dependence';
    `,
  },
  {
    version: 15,
    name: 'security events cannot be changed',
    sqlite: `
      -- What is recorded stays as it was written, and what was done is kept for 400 days, less a day for clocks that differ.
      create trigger security_event_is_never_changed before update on security_event
      begin
        select raise(abort, 'security events are never changed');
      end;
      create trigger security_event_is_kept before delete on security_event
      when old.outcome = 'done' and old.at > (unixepoch() - 399 * 86400) * 1000
      begin
        select raise(abort, 'security events of what was done are kept for 400 days');
      end;
    `,
    postgres: `
      -- What is recorded stays as it was written, and what was done is kept for 400 days, less a day for clocks that differ.
      create function refuse_change_of_security_event() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if old.outcome <> 'done' or old.at <= (extract(epoch from now()) - 399 * 86400) * 1000 then
            return old;
          end if;
          raise exception 'security events of what was done are kept for 400 days';
        end if;
        raise exception 'security events are never changed';
      end
      $$;
      create trigger security_event_is_kept before update or delete on security_event
        for each row execute function refuse_change_of_security_event();
      create trigger security_events_are_kept before truncate on security_event
        for each statement execute function refuse_change_of_security_event();
    `,
  },
  {
    version: 16,
    name: 'inputs left out of runs',
    sqlite: `
      -- JSON list: a checksum, and the inputs that were known and not used; null: not noted. Part of the header, and so of its index.
      alter table vintage add column left_out text;
      drop index vintage_header;
      create index vintage_header on vintage (
        area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc, left_out
      );
    `,
    postgres: `
      -- JSON list: a checksum, and the inputs that were known and not used; null: not noted.
      alter table vintage add column left_out text;
    `,
  },
  {
    version: 17,
    name: 'chains of runs',
    both: ({ integer, ordered, keyed }) => `
      -- The runs of an area in the order in which they were kept: digest of each, and of all up to it.
      create table run_link (
        area_id ${ordered} not null,
        position ${integer} not null,
        issued_at ${integer} not null,
        sha256 text not null,
        link text not null,
        primary key (area_id, position)
      )${keyed};
      create unique index run_link_issue on run_link (area_id, issued_at);
    `,
  },
  {
    version: 18,
    name: 'runs by when they are available',
    both: () => `
      -- Runs that became available in a window are found by it, however many there were before.
      create index vintage_available on vintage (area_id, available_at, issued_at);
    `,
  },
  {
    version: 19,
    name: 'former secrets of webhooks',
    both: ({ integer }) => `
      -- The secret before, which calls are signed with beside the new one until an instant.
      alter table webhook add column former_secret text;
      alter table webhook add column former_until ${integer};
    `,
  },
  {
    version: 20,
    name: 'checksums of events',
    both: ({ integer }) => `
      -- Null: the row was written before there were checksums.
      alter table event_log add column crc ${integer};
      alter table security_event add column crc ${integer};
    `,
  },
  {
    version: 21,
    name: 'sealed secrets of webhooks, nothing left of deleted accounts',
    sqlite: emptiedAccounts('account_id'),
    // The id of an account is in the order of the database, its webhook's in the order of bytes.
    postgres: emptiedAccounts('account_id collate "default"'),
  },
  {
    version: 22,
    name: 'added areas',
    both: ({ integer, ordered, keyed }) => `
      -- Areas that an operator added. A row never changes: a change is a row with the time at which it became known.
      create table added_area (
        id ${ordered} not null,
        known_at ${integer} not null,
        code text not null,
        name text not null,
        kind text not null,
        timezone text not null,
        market_timezone text not null,
        calendar text not null,
        source text not null,
        series text not null,
        neighbours text not null,
        parent text,
        retired_at ${integer},
        primary key (id, known_at)
      )${keyed};
    `,
  },
  {
    version: 23,
    name: 'forecasters of accounts',
    both: ({ integer, ordered, keyed, numbered }) => `
      -- Who hands in forecasts. A row never changes: a change is a row with the time at which it became known.
      create table forecaster (
        id ${ordered} not null,
        known_at ${integer} not null,
        account_id ${ordered} not null,
        name text not null,
        areas text not null,
        gates text not null,
        is_public ${integer} not null,
        retired_at ${integer},
        primary key (id, known_at)
      )${keyed};
      create index forecaster_account on forecaster (account_id);

      -- What they handed in, and withdrew, each in its place in the chain of its forecaster.
      create table submission (
        forecaster_id ${ordered} not null,
        position ${integer} not null,
        area_id ${ordered} not null,
        received_at ${integer} not null,
        start_at ${integer} not null,
        end_at ${integer} not null,
        withdraws ${integer},
        request_key text,
        content text not null,
        sha256 text not null,
        link text not null,
        primary key (forecaster_id, position)
      )${numbered};
      create unique index submission_request on submission (forecaster_id, request_key);
    `,
  },
  {
    version: 24,
    name: 'areas of accounts',
    both: ({ ordered }) => `
      -- Null: everyone sees the area.
      alter table added_area add column account_id ${ordered};
    `,
  },
  {
    version: 25,
    name: 'submissions by arrival',
    both: () => 'create index submission_received on submission (received_at);',
  },
  {
    version: 26,
    name: 'fitted states of all machines',
    sqlite: `
      -- One machine forecasts from this store, and keeps its fits in files.
    `,
    postgres: `
      -- The newest fit of each name, compressed: derived data, in no backup.
      create table fitted_state (
        name text collate "C" primary key,
        fingerprint text not null,
        written_at bigint not null,
        content bytea not null
      );
      alter table fitted_state alter column content set storage external;
      create index fitted_state_written on fitted_state (written_at);
    `,
  },
  {
    version: 27,
    name: 'blends of forecasts',
    both: () => 'alter table forecaster add column blends text;',
  },
  {
    version: 28,
    name: 'tree of submissions',
    both: ({ integer }) => `
      -- The place in the tree of all submissions, and hashes of the tree. Null: it was kept before there was a tree.
      alter table submission add column leaf ${integer};
      alter table submission add column nonce text;
      alter table submission add column nodes text;
      create unique index submission_leaf on submission (leaf);

      -- Who is on the board of an area.
      create index forecaster_public on forecaster (known_at) where is_public = 1;
      create index submission_days on submission (forecaster_id, area_id, received_at);
      create index submission_ends on submission (end_at);
    `,
  },
  {
    version: 29,
    name: 'runs so far get a last month',
    sqlite: '/* One process keeps its runs in one table. */',
    postgres: `
      set local statement_timeout = '1h';
      do $$
      declare
        newest bigint := (select max(issued_at) from vintage);
        last_month timestamp := date_trunc('month',
          greatest(now(), to_timestamp(newest / 1000)) at time zone 'utc') + interval '2 months';
      begin
        ${TAKE_VINTAGE}
        execute format('alter table vintage add constraint vintage_early check (issued_at < %s) not valid',
          (extract(epoch from last_month) * 1000)::bigint);
      end
      $$;
    `,
  },
  {
    version: 30,
    name: 'runs by month',
    sqlite: '/* One process keeps its runs in one table. */',
    postgres: `
      set local statement_timeout = '1h';
      -- Reads and writes are not held up. Makes the change below independent of the size of the table.
      alter table vintage validate constraint vintage_early;
      do $$
      declare
        month_end text := (select substring(pg_get_constraintdef(oid), '[0-9]+') from pg_constraint
          where conrelid = 'vintage'::regclass and conname = 'vintage_early');
        next_id bigint;
      begin
        ${TAKE_VINTAGE}
        select coalesce(max(id), 0) + 1 into next_id from vintage;
        alter table vintage alter column id drop identity;
        alter table vintage rename to vintage_early;
        alter index vintage_area_id_issued_at_key rename to vintage_early_issued;
        alter index vintage_available rename to vintage_early_available;
        create table vintage (like vintage_early including storage, unique (area_id, issued_at)) partition by range (issued_at);
        alter table vintage alter column id add generated always as identity;
        perform setval(pg_get_serial_sequence('vintage', 'id'), next_id, false);
        create index vintage_available on vintage (area_id, available_at, issued_at);
        if exists (select 1 from vintage_early) then
          execute format('alter table vintage attach partition vintage_early for values from (minvalue) to (%s)', month_end);
        else
          drop table vintage_early;
        end if;
      end
      $$;
    `,
  },
];
