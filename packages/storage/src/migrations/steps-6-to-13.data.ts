import type { MigrationStep } from './migration.js';

/** Security events, sessions, polls, second factors, usage, events and webhooks. */
export const STEPS_6_TO_13: readonly MigrationStep[] = [
  {
    version: 6,
    name: 'security events',
    both: ({ integer, ordered, keyed }) => `
      -- Who did what to which account. Written once; account_id is no reference, so that the record outlives the account.
      create table security_event (
        id ${ordered} primary key,
        at ${integer} not null,
        kind text not null,
        outcome text not null,
        account_id ${ordered},
        via text not null,
        made_from text not null,
        key_id text,
        detail text not null
      )${keyed};
      create index security_event_account on security_event (account_id, id);
      create index security_event_outcome on security_event (outcome, id);
      create index security_event_at on security_event (at);
    `,
  },
  {
    version: 7,
    name: 'suspension, sessions in lists, links, known origins',
    both: ({ integer, keyed }) => `
      -- While suspended_at is set, its keys open nothing and nobody signs in.
      alter table account add column suspended_at ${integer};

      -- Sessions of a day at most: those of the format before end here.
      drop table session;
      create table session (
        sha256 text primary key,
        id text not null,
        account_id text not null references account (id),
        created_at ${integer} not null,
        used_at ${integer} not null,
        idle_at ${integer} not null,
        expires_at ${integer} not null,
        made_from text not null,
        agent text not null
      )${keyed};
      create index session_account on session (account_id);
      create index session_expiry on session (expires_at);

      -- Links that work once: to confirm an e-mail, to set a password, to sign up.
      create table account_link (
        sha256 text primary key,
        purpose text not null,
        account_id text references account (id),
        email text,
        password_hash text,
        created_at ${integer} not null,
        expires_at ${integer} not null
      )${keyed};
      create index account_link_account on account_link (account_id);
      create index account_link_email on account_link (email);

      -- Devices and networks from which an account signed in.
      create table known_origin (
        sha256 text primary key,
        account_id text not null references account (id),
        expires_at ${integer} not null
      )${keyed};
      create index known_origin_account on known_origin (account_id);
    `,
  },
  {
    version: 8,
    name: 'polls',
    both: ({ integer, ordered, keyed }) => `
      -- When sources of load were asked, and what came of it. Of the last 400 days.
      create table poll (
        source ${ordered} not null,
        asked_at ${integer} not null,
        ended_at ${integer} not null,
        outcome text not null,
        reason text,
        new_hours ${integer} not null,
        restated_hours ${integer} not null,
        primary key (source, asked_at)
      )${keyed};
      create index poll_asked_at on poll (asked_at);
    `,
  },
  {
    version: 9,
    name: 'second factors',
    both: ({ integer, keyed }) => `
      -- Authenticator apps. last_step: the newest time step whose code was used.
      create table second_factor (
        account_id text primary key references account (id),
        secret text not null,
        confirmed_at ${integer},
        last_step ${integer} not null
      )${keyed};

      create table recovery_code (
        sha256 text primary key,
        account_id text not null references account (id)
      )${keyed};
      create index recovery_code_account on recovery_code (account_id);
    `,
  },
  {
    version: 10,
    name: 'scopes of keys',
    both: () => `
      -- JSON of what the key is limited to; null: nothing.
      alter table api_key add column scope text;
    `,
  },
  {
    version: 11,
    name: 'usage by hour',
    both: ({ integer, ordered, keyed }) => `
      -- Requests of keys by UTC hour, of the last 31 days. For people to look at: quotas are counted elsewhere.
      create table usage_hour (
        account_id ${ordered} not null,
        hour_at ${integer} not null,
        surface ${ordered} not null,
        key_id ${ordered} not null,
        used ${integer} not null,
        primary key (account_id, hour_at, surface, key_id)
      )${keyed};
      create index usage_hour_at on usage_hour (hour_at);
    `,
  },
  {
    version: 12,
    name: 'events',
    both: ({ integer, numbered }) => `
      -- What happened, in order, of the last 8 days: streams and webhooks are fed from it.
      create table event_log (
        seq ${integer} primary key,
        name text not null unique,
        at ${integer} not null,
        type text not null,
        area_id text not null,
        body text not null
      )${numbered};
      create index event_log_at on event_log (at);
    `,
  },
  {
    version: 13,
    name: 'webhooks',
    both: ({ integer, ordered, keyed }) => `
      -- Addresses of customers that events are sent to. place: the last event that was delivered, or passed over.
      create table webhook (
        id ${ordered} primary key,
        account_id ${ordered} not null,
        url text not null,
        secret text not null,
        types text not null,
        areas text not null,
        created_at ${integer} not null,
        place ${integer} not null,
        failing_since ${integer},
        attempts ${integer} not null,
        next_at ${integer} not null,
        disabled_at ${integer}
      )${keyed};
      create index webhook_account on webhook (account_id);

      -- What was tried, of the last 7 days.
      create table webhook_delivery (
        webhook_id ${ordered} not null,
        at ${integer} not null,
        seq ${integer} not null,
        attempt ${integer} not null,
        status ${integer},
        error text not null,
        took_ms ${integer} not null,
        primary key (webhook_id, at, seq)
      )${keyed};
      create index webhook_delivery_at on webhook_delivery (at);
    `,
  },
];
