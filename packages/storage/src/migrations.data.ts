/** One step of the store's format, in both dialects. Never edited after a release: a change is a new row. */
export interface Migration {
  /** 1, 2, 3, ... without gaps: the position in the list. */
  readonly version: number;
  readonly name: string;
  /** Statements separated by `;`. Runs in one transaction with the new version number. */
  readonly sqlite: string;
  readonly postgres: string;
}

/** Every step from an empty store to today's format, oldest first. Forward only. */
export const MIGRATIONS: readonly Migration[] = [
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
    sqlite: `
      create table control_version (
        id integer primary key check (id = 1),
        version integer not null
      ) strict;
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
        created_at integer not null,
        deleted_at integer,
        version integer not null
      ) strict, without rowid;
      create unique index account_email on account (email) where deleted_at is null;
      create index account_version on account (version);

      create table api_key (
        id text primary key,
        account_id text not null references account (id),
        sha256 text not null unique,
        last4 text not null,
        label text not null,
        created_at integer not null,
        expires_at integer,
        revoked_at integer,
        last_used_at integer,
        replaced_by text,
        version integer not null
      ) strict, without rowid;
      create index api_key_account on api_key (account_id);
      create index api_key_version on api_key (version);

      create table session (
        sha256 text primary key,
        account_id text not null references account (id),
        created_at integer not null,
        expires_at integer not null
      ) strict, without rowid;
      create index session_account on session (account_id);
      create index session_expiry on session (expires_at);
    `,
    postgres: `
      create table control_version (
        id integer primary key check (id = 1),
        version bigint not null
      );
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
        created_at bigint not null,
        deleted_at bigint,
        version bigint not null
      );
      create unique index account_email on account (email) where deleted_at is null;
      create index account_version on account (version);

      create table api_key (
        id text primary key,
        account_id text not null references account (id),
        sha256 text not null unique,
        last4 text not null,
        label text not null,
        created_at bigint not null,
        expires_at bigint,
        revoked_at bigint,
        last_used_at bigint,
        replaced_by text,
        version bigint not null
      );
      create index api_key_account on api_key (account_id);
      create index api_key_version on api_key (version);

      create table session (
        sha256 text primary key,
        account_id text not null references account (id),
        created_at bigint not null,
        expires_at bigint not null
      );
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
  {
    version: 6,
    name: 'security events',
    sqlite: `
      -- Who did what to which account. Written once; account_id is no reference, so that the record outlives the account.
      create table security_event (
        id text primary key,
        at integer not null,
        kind text not null,
        outcome text not null,
        account_id text,
        via text not null,
        made_from text not null,
        key_id text,
        detail text not null
      ) strict, without rowid;
      create index security_event_account on security_event (account_id, id);
      create index security_event_outcome on security_event (outcome, id);
      create index security_event_at on security_event (at);
    `,
    postgres: `
      -- Who did what to which account. Written once; account_id is no reference, so that the record outlives the account.
      create table security_event (
        id text collate "C" primary key,
        at bigint not null,
        kind text not null,
        outcome text not null,
        account_id text collate "C",
        via text not null,
        made_from text not null,
        key_id text,
        detail text not null
      );
      create index security_event_account on security_event (account_id, id);
      create index security_event_outcome on security_event (outcome, id);
      create index security_event_at on security_event (at);
    `,
  },
  {
    version: 7,
    name: 'suspension, sessions in lists, links, known origins',
    sqlite: `
      -- While suspended_at is set, its keys open nothing and nobody signs in.
      alter table account add column suspended_at integer;

      -- Sessions of a day at most: those of the format before end here.
      drop table session;
      create table session (
        sha256 text primary key,
        id text not null,
        account_id text not null references account (id),
        created_at integer not null,
        used_at integer not null,
        idle_at integer not null,
        expires_at integer not null,
        made_from text not null,
        agent text not null
      ) strict, without rowid;
      create index session_account on session (account_id);
      create index session_expiry on session (expires_at);

      -- Links that work once: to confirm an e-mail, to set a password, to sign up.
      create table account_link (
        sha256 text primary key,
        purpose text not null,
        account_id text references account (id),
        email text,
        password_hash text,
        created_at integer not null,
        expires_at integer not null
      ) strict, without rowid;
      create index account_link_account on account_link (account_id);
      create index account_link_email on account_link (email);

      -- Devices and networks from which an account signed in.
      create table known_origin (
        sha256 text primary key,
        account_id text not null references account (id),
        expires_at integer not null
      ) strict, without rowid;
      create index known_origin_account on known_origin (account_id);
    `,
    postgres: `
      -- While suspended_at is set, its keys open nothing and nobody signs in.
      alter table account add column suspended_at bigint;

      -- Sessions of a day at most: those of the format before end here.
      drop table session;
      create table session (
        sha256 text primary key,
        id text not null,
        account_id text not null references account (id),
        created_at bigint not null,
        used_at bigint not null,
        idle_at bigint not null,
        expires_at bigint not null,
        made_from text not null,
        agent text not null
      );
      create index session_account on session (account_id);
      create index session_expiry on session (expires_at);

      -- Links that work once: to confirm an e-mail, to set a password, to sign up.
      create table account_link (
        sha256 text primary key,
        purpose text not null,
        account_id text references account (id),
        email text,
        password_hash text,
        created_at bigint not null,
        expires_at bigint not null
      );
      create index account_link_account on account_link (account_id);
      create index account_link_email on account_link (email);

      -- Devices and networks from which an account signed in.
      create table known_origin (
        sha256 text primary key,
        account_id text not null references account (id),
        expires_at bigint not null
      );
      create index known_origin_account on known_origin (account_id);
    `,
  },
  {
    version: 8,
    name: 'polls',
    sqlite: `
      -- When sources of load were asked, and what came of it. Of the last 400 days.
      create table poll (
        source text not null,
        asked_at integer not null,
        ended_at integer not null,
        outcome text not null,
        reason text,
        new_hours integer not null,
        restated_hours integer not null,
        primary key (source, asked_at)
      ) strict, without rowid;
      create index poll_asked_at on poll (asked_at);
    `,
    postgres: `
      -- When sources of load were asked, and what came of it. Of the last 400 days.
      create table poll (
        source text collate "C" not null,
        asked_at bigint not null,
        ended_at bigint not null,
        outcome text not null,
        reason text,
        new_hours bigint not null,
        restated_hours bigint not null,
        primary key (source, asked_at)
      );
      create index poll_asked_at on poll (asked_at);
    `,
  },
  {
    version: 9,
    name: 'second factors',
    sqlite: `
      -- Authenticator apps. last_step: the newest time step whose code was used.
      create table second_factor (
        account_id text primary key references account (id),
        secret text not null,
        confirmed_at integer,
        last_step integer not null
      ) strict, without rowid;

      create table recovery_code (
        sha256 text primary key,
        account_id text not null references account (id)
      ) strict, without rowid;
      create index recovery_code_account on recovery_code (account_id);
    `,
    postgres: `
      -- Authenticator apps. last_step: the newest time step whose code was used.
      create table second_factor (
        account_id text primary key references account (id),
        secret text not null,
        confirmed_at bigint,
        last_step bigint not null
      );

      create table recovery_code (
        sha256 text primary key,
        account_id text not null references account (id)
      );
      create index recovery_code_account on recovery_code (account_id);
    `,
  },
  {
    version: 10,
    name: 'scopes of keys',
    sqlite: `
      -- JSON of what the key is limited to; null: nothing.
      alter table api_key add column scope text;
    `,
    postgres: `
      -- JSON of what the key is limited to; null: nothing.
      alter table api_key add column scope text;
    `,
  },
  {
    version: 11,
    name: 'usage by hour',
    sqlite: `
      -- Requests of keys by UTC hour, of the last 31 days. For people to look at: quotas are counted elsewhere.
      create table usage_hour (
        account_id text not null,
        hour_at integer not null,
        surface text not null,
        key_id text not null,
        used integer not null,
        primary key (account_id, hour_at, surface, key_id)
      ) strict, without rowid;
      create index usage_hour_at on usage_hour (hour_at);
    `,
    postgres: `
      -- Requests of keys by UTC hour, of the last 31 days. For people to look at: quotas are counted elsewhere.
      create table usage_hour (
        account_id text collate "C" not null,
        hour_at bigint not null,
        surface text collate "C" not null,
        key_id text collate "C" not null,
        used bigint not null,
        primary key (account_id, hour_at, surface, key_id)
      );
      create index usage_hour_at on usage_hour (hour_at);
    `,
  },
  {
    version: 12,
    name: 'events',
    sqlite: `
      -- What happened, in order, of the last 8 days: streams and webhooks are fed from it.
      create table event_log (
        seq integer primary key,
        name text not null unique,
        at integer not null,
        type text not null,
        area_id text not null,
        body text not null
      ) strict;
      create index event_log_at on event_log (at);
    `,
    postgres: `
      -- What happened, in order, of the last 8 days: streams and webhooks are fed from it.
      create table event_log (
        seq bigint primary key,
        name text not null unique,
        at bigint not null,
        type text not null,
        area_id text not null,
        body text not null
      );
      create index event_log_at on event_log (at);
    `,
  },
  {
    version: 13,
    name: 'webhooks',
    sqlite: `
      -- Addresses of customers that events are sent to. place: the last event that was delivered, or passed over.
      create table webhook (
        id text primary key,
        account_id text not null,
        url text not null,
        secret text not null,
        types text not null,
        areas text not null,
        created_at integer not null,
        place integer not null,
        failing_since integer,
        attempts integer not null,
        next_at integer not null,
        disabled_at integer
      ) strict, without rowid;
      create index webhook_account on webhook (account_id);

      -- What was tried, of the last 7 days.
      create table webhook_delivery (
        webhook_id text not null,
        at integer not null,
        seq integer not null,
        attempt integer not null,
        status integer,
        error text not null,
        took_ms integer not null,
        primary key (webhook_id, at, seq)
      ) strict, without rowid;
      create index webhook_delivery_at on webhook_delivery (at);
    `,
    postgres: `
      -- Addresses of customers that events are sent to. place: the last event that was delivered, or passed over.
      create table webhook (
        id text collate "C" primary key,
        account_id text collate "C" not null,
        url text not null,
        secret text not null,
        types text not null,
        areas text not null,
        created_at bigint not null,
        place bigint not null,
        failing_since bigint,
        attempts bigint not null,
        next_at bigint not null,
        disabled_at bigint
      );
      create index webhook_account on webhook (account_id);

      -- What was tried, of the last 7 days.
      create table webhook_delivery (
        webhook_id text collate "C" not null,
        at bigint not null,
        seq bigint not null,
        attempt bigint not null,
        status bigint,
        error text not null,
        took_ms bigint not null,
        primary key (webhook_id, at, seq)
      );
      create index webhook_delivery_at on webhook_delivery (at);
    `,
  },
];
