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

      -- blocks and chain tell how many blocks a series has and what they are, so that a lost one is missed.
      create table series (
        id integer primary key,
        series text not null,
        measure text not null,
        blocks integer not null,
        chain integer not null,
        unique (series, measure)
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

      -- Holds whole headers, so that reading them never touches a payload.
      create unique index vintage_header on vintage (
        area_id, issued_at, available_at, data_cutoff, model, model_version, start_at, header_crc
      );
      create unique index vintage_issue on vintage (area_id, issued_at);

      create table area (
        area_id text primary key,
        vintages integer not null
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

      create table series (
        id bigint generated always as identity primary key,
        series text not null,
        measure text not null,
        blocks integer not null,
        chain bigint not null,
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

      create index observation_block_batch on observation_block (batch_id, series_id, seq);

      create table vintage (
        id bigint generated always as identity primary key,
        area_id text not null,
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

      create table area (
        area_id text primary key,
        vintages integer not null
      );
    `,
  },
];
