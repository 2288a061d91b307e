import type { Account } from '../../accounts/account.js';
import type { ApiKey } from '../../keys/api-key.js';
import { isLongDead, keyStateOf } from '../../keys/key-state.js';
import type { ControlStore } from '../../ports/control-store.js';
import { memoryEventStore } from './memory-event-store.js';
import { memoryLinkStore } from './memory-link-store.js';
import { memorySecondFactorStore } from './memory-second-factor-store.js';
import { memorySessionStore } from './memory-session-store.js';

/** Accounts, keys and sessions that live and die with the process. */
export function memoryControlStore(): ControlStore {
  const accounts = new Map<string, Versioned<Account>>();
  const keys = new Map<string, Versioned<ApiKey>>();
  const passwords = new Map<string, string | null>();
  const { sweepLinks, dropOwned, ...links } = memoryLinkStore();
  const { sweepSessions, ...sessions } = memorySessionStore(links.keepOrigin);
  const { endSessions } = sessions;
  const factors = memorySecondFactorStore();
  let version = 0;

  const put = <T extends { readonly id: string }>(rows: Map<string, Versioned<T>>, row: T) => {
    version += 1;
    rows.set(row.id, { row, version });
  };
  const live = (id: string): Account | undefined => {
    const account = accounts.get(id)?.row;
    return account?.deletedAt === null ? account : undefined;
  };
  const liveAccounts = () => [...accounts.values()].map(({ row }) => row).filter(({ deletedAt }) => deletedAt === null);
  const byEmail = (email: string) => liveAccounts().find((account) => account.email === email);
  const keysOf = (accountId: string) =>
    [...keys.values()].map(({ row }) => row).filter((key) => key.accountId === accountId);

  return {
    ...memoryEventStore(),
    ...sessions,
    ...links,
    ...factors,
    async sweep(now) {
      for (const [id, { row }] of keys) if (isLongDead(row, now)) keys.delete(id);
      sweepSessions(now);
      sweepLinks(now);
    },
    async createAccount(account, passwordHash) {
      if (byEmail(account.email)) return false;
      put(accounts, account);
      passwords.set(account.id, passwordHash);
      dropOwned(account.id, account.email);
      return true;
    },
    account: async (id) => live(id),
    accountByEmail: async (email) => byEmail(email),
    accounts: async () => liveAccounts().sort((one, two) => one.createdAt - two.createdAt),
    async setPlans(id, plans, overrides) {
      const account = live(id);
      if (account) put(accounts, { ...account, plans, overrides });
      return account !== undefined;
    },
    async deleteAccount(id, at) {
      const account = live(id);
      if (!account) return false;
      put(accounts, { ...account, email: '', deletedAt: at });
      for (const key of keysOf(id)) if (key.revokedAt === null) put(keys, { ...key, revokedAt: at });
      await endSessions(id);
      await factors.removeSecondFactor(id);
      dropOwned(id, account.email);
      return true;
    },
    async setSuspended(id, at) {
      const account = live(id);
      if (!account) return false;
      put(accounts, { ...account, suspendedAt: at });
      if (at !== null) await endSessions(id);
      return true;
    },
    passwordHash: async (id) => (live(id) ? (passwords.get(id) ?? null) : null),
    async setPasswordHash(id, passwordHash) {
      if (!live(id)) return;
      passwords.set(id, passwordHash);
      await endSessions(id);
      dropOwned(id);
    },

    async createKey(key, places) {
      const taken = keysOf(key.accountId).filter((other) => keyStateOf(other, key.createdAt) === 'active').length;
      if (!live(key.accountId) || (places !== null && taken >= places)) return false;
      put(keys, key);
      return true;
    },
    async rotateKey(oldId, key, oldExpiresAt) {
      const old = keys.get(oldId)?.row;
      if (!old || old.accountId !== key.accountId || keyStateOf(old, key.createdAt) !== 'active') return false;
      put(keys, {
        ...old,
        replacedBy: key.id,
        expiresAt: Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, oldExpiresAt),
      });
      put(keys, key);
      return true;
    },
    async revokeKey(accountId, keyId, at) {
      const key = keys.get(keyId)?.row;
      if (!key || key.accountId !== accountId || key.revokedAt !== null) return false;
      put(keys, { ...key, revokedAt: at });
      return true;
    },
    keys: async (accountId) => keysOf(accountId).sort((one, two) => one.createdAt - two.createdAt),
    key: async (keyId) => keys.get(keyId)?.row,
    async keyBySha256(sha256) {
      for (const { row: key } of keys.values()) {
        const account = key.sha256 === sha256 ? accounts.get(key.accountId)?.row : undefined;
        if (account) return { key, account };
      }
      return undefined;
    },
    async touchKeys(uses) {
      for (const [id, lastUsedAt] of uses) {
        const entry = keys.get(id);
        if (entry) entry.row = { ...entry.row, lastUsedAt: Math.max(entry.row.lastUsedAt ?? lastUsedAt, lastUsedAt) };
      }
    },

    version: async () => version,
    async changesSince(since) {
      const changed = <T>(rows: Map<string, Versioned<T>>) =>
        [...rows.values()].filter((entry) => entry.version > since).map(({ row }) => row);
      return { version, accounts: changed(accounts), keys: changed(keys) };
    },
  };
}

interface Versioned<T> {
  row: T;
  readonly version: number;
}
