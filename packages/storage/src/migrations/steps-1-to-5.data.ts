import type { MigrationStep } from './migration.js';

/** Load, forecasts, weather, accounts: what the dialects write differently is written twice. */
export const STEPS_1_TO_5: readonly MigrationStep[] = [
  {
    version: 1,
    name: 'observations and vintages',
    sqlite: `
      create table meta (
        name text primary key,
        value text not null
      ) strict, without rowid;

      create table batch (
        id integer primary key,
        source text not null,
        ingested_at integer not null,
        provenance text not null,
        blocks integer not null,
        crc integer not null
      ) strict;

      -- Blocks and chain tell how many blocks a series has and what they are, so that a lost one is missed.
      create table series (
        id integer primary key,
        series text not null,
        measure text not null,
        blocks integer not null,
        chain integer not null,
        crc integer not null
      ) strict;

      create table observation_block (
        series_id integer not null references series (id),
        seq integer not null,
        batch_id integer not null references batch (id),
        start_at integer not null,
        known text not null,
        hours integer not null,
        crc integer not null,
        payload blob not null,
        primary key (series_id, seq)
      ) strict, without rowid;

      create index observation_block_batch on observation_block (batch_id, series_id, seq);

      create table vintage (
        id integer primary key,
        area_id text not null,
        issued_at integer not null,
        available_at integer not null,
        data_cutoff integer not null,
        model text not null,
        model_version text not null,
        start_at integer not null,
        header_crc integer not null,
        crc integer not null,
        payload blob not null
      ) strict;

      -- Holds whole headers, so that reading them never touches a payload. One area has one vintage per issue: the
      -- only writer looks before it writes.
      create index vintage_header on vintage (
        area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc
      );

      -- What the rows of vintage must add up to: how many, and sums of what they are found by.
      create table area (
        area_id text primary key,
        vintages integer not null,
        issued_sum integer not null,
        delay_sum integer not null,
        crc integer not null
      ) strict, without rowid;
    `,
    postgres: `
      create table meta (
        name text primary key,
        value text not null
      );

      create table batch (
        id bigint generated always as identity primary key,
        source text not null,
        ingested_at bigint not null,
        provenance text not null,
        blocks integer not null,
        crc bigint not null
      );

      -- blocks: how many there are, so that the next is numbered and a lost one is missed.
      create table series (
        id bigint generated always as identity primary key,
        series text not null,
        measure text not null,
        blocks integer not null,
        unique (series, measure)
      );

      create table observation_block (
        series_id bigint not null references series (id),
        seq integer not null,
        batch_id bigint not null references batch (id),
        start_at bigint not null,
        known text not null,
        hours integer not null,
        crc bigint not null,
        payload bytea not null,
        primary key (series_id, seq)
      );
      -- Payloads are compressed already.
      alter table observation_block alter column payload set storage external;
      create index observation_block_batch on observation_block (batch_id, series_id, seq);

      create table vintage (
        id bigint generated always as identity primary key,
        area_id text collate "C" not null,
        issued_at bigint not null,
        available_at bigint not null,
        data_cutoff bigint not null,
        model text not null,
        model_version text not null,
        start_at bigint not null,
        header_crc bigint not null,
        crc bigint not null,
        payload bytea not null,
        unique (area_id, issued_at)
      );
      alter table vintage alter column payload set storage external;
    `,
  },
  {
    version: 2,
    name: 'accounts, keys and sessions',
    both: ({ integer, keyed, numbered }) => `
      create table control_version (
        id integer primary key check (id = 1),
        version ${integer} not null
      )${numbered};
      insert into control_version (id, version) values (1, 0);

      -- version: that of the last change, so that other processes read only what is new.
      create table account (
        id text primary key,
        email text not null,
        plan_a text,
        plan_b text,
        plan_c text,
        overrides text not null,
        password_hash text,
        created_at ${integer} not null,
        deleted_at ${integer},
        version ${integer} not null
      )${keyed};
      create unique index account_email on account (email) where deleted_at is null;
      create index account_version on account (version);

      create table api_key (
        id text primary key,
        account_id text not null references account (id),
        sha256 text not null unique,
        last4 text not null,
        label text not null,
        created_at ${integer} not null,
        expires_at ${integer},
        revoked_at ${integer},
        last_used_at ${integer},
        replaced_by text,
        version ${integer} not null
      )${keyed};
      create index api_key_account on api_key (account_id);
      create index api_key_version on api_key (version);

      create table session (
        sha256 text primary key,
        account_id text not null references account (id),
        created_at ${integer} not null,
        expires_at ${integer} not null
      )${keyed};
      create index session_account on session (account_id);
      create index session_expiry on session (expires_at);
    `,
  },
  {
    version: 3,
    name: 'packs of blocks',
    sqlite: `
      -- Runs of consecutive blocks of a series in one row each, so that a series of many small ones is read quickly. All
      -- of it stands in observation_block too. Chain: that of the series after the last block of the pack.
      create table block_pack (
        series_id integer not null references series (id),
        last_seq integer not null,
        first_seq integer not null,
        chain integer not null,
        crc integer not null,
        outline blob not null,
        payload blob not null,
        primary key (series_id, last_seq)
      ) strict, without rowid;
    `,
    postgres: `
      -- Runs of consecutive blocks of a series in one row each, so that a series of many small ones is read quickly. All
      -- of it stands in observation_block too.
      create table block_pack (
        series_id bigint not null references series (id),
        last_seq integer not null,
        first_seq integer not null,
        crc bigint not null,
        outline bytea not null,
        payload bytea not null,
        primary key (series_id, last_seq)
      );
      alter table block_pack alter column payload set storage external;
      alter table block_pack alter column outline set storage external;
    `,
  },
  {
    version: 4,
    name: 'weather',
    sqlite: `
      -- A run of hours of one place and variable, known by one rule: a forecast, or a month of the past.
      create table weather_block (
        area_id text not null,
        variable text not null,
        point text not null,
        known text not null,
        start_at integer not null,
        weight real not null,
        hours integer not null,
        crc integer not null,
        payload blob not null,
        primary key (area_id, variable, point, known, start_at)
      ) strict, without rowid;

      -- Grows with every change, so that readers know when to read again.
      create table weather_version (
        id integer primary key check (id = 1),
        version integer not null
      ) strict;
      insert into weather_version (id, version) values (1, 0);
    `,
    postgres: `
      -- A run of hours of one place and variable, known by one rule: a forecast, or a month of the past.
      create table weather_block (
        area_id text collate "C" not null,
        variable text collate "C" not null,
        point text collate "C" not null,
        known text collate "C" not null,
        start_at bigint not null,
        weight double precision not null,
        hours integer not null,
        crc bigint not null,
        payload bytea not null,
        primary key (area_id, variable, point, known, start_at)
      );
      alter table weather_block alter column payload set storage external;

      -- Grows with every change, so that readers know when to read again.
      create table weather_version (
        id integer primary key check (id = 1),
        version bigint not null
      );
      insert into weather_version (id, version) values (1, 0);
    `,
  },
  {
    version: 5,
    name: 'fencing tokens',
    sqlite: `
      -- One process writes to this store: there is nobody to fence off.
    `,
    postgres: `
      -- The newest fencing token of each leadership: only the process that holds it may write.
      create table leadership (
        name text collate "C" primary key,
        token bigint not null
      );
    `,
  },
];
