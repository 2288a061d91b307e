import type { Link, LinkPurpose, LinkStore } from '../../ports/link-store.js';
import type { OriginStore } from '../../ports/origin-store.js';
import type { EpochMs } from '../../time/instant.js';

/** Links and known origins that live and die with the process. */
export function memoryLinkStore(): LinkStore & OriginStore & LinkUpkeep {
  const links = new Map<string, Link>();
  const origins = new Map<string, { readonly accountId: string; readonly expiresAt: EpochMs }>();
  const found = (sha256: string, purpose: LinkPurpose, now: EpochMs) => {
    const link = links.get(sha256);
    return link?.purpose === purpose && now < link.expiresAt ? link : undefined;
  };
  const isReplaced = (old: Link, link: Link) =>
    link.purpose !== 'confirm' &&
    old.purpose === link.purpose &&
    ((link.accountId !== null && old.accountId === link.accountId) ||
      (link.email !== null && old.email === link.email));
  return {
    async keepLink(link) {
      for (const [sha256, old] of links) if (isReplaced(old, link)) links.delete(sha256);
      links.set(link.sha256, link);
    },
    link: async (sha256, purpose, now) => found(sha256, purpose, now),
    async takeLink(sha256, purpose, now) {
      const link = found(sha256, purpose, now);
      if (link) links.delete(sha256);
      return link;
    },
    async keepOrigin({ sha256, accountId, expiresAt }) {
      origins.set(sha256, { accountId, expiresAt });
    },
    isKnownOrigin: async (accountId, digests, now) =>
      digests.some((sha256) => {
        const origin = origins.get(sha256);
        return origin?.accountId === accountId && now < origin.expiresAt;
      }),
    originsOf: async (accountId, most, now) =>
      [...origins]
        .filter(([, origin]) => origin.accountId === accountId && now < origin.expiresAt)
        .slice(0, most)
        .map(([sha256]) => sha256),
    dropOwned(accountId, email) {
      for (const [sha256, link] of links) {
        if (link.accountId === accountId || (email !== undefined && link.email === email)) links.delete(sha256);
      }
      for (const [sha256, origin] of origins) if (origin.accountId === accountId) origins.delete(sha256);
    },
    sweepLinks(now) {
      for (const [sha256, { expiresAt }] of links) if (expiresAt <= now) links.delete(sha256);
      for (const [sha256, { expiresAt }] of origins) if (expiresAt <= now) origins.delete(sha256);
    },
  };
}

interface LinkUpkeep {
  /** Drops the links and known origins of an account, and the links of an e-mail. */
  dropOwned(accountId: string, email?: string): void;
  sweepLinks(now: EpochMs): void;
}
