import { randomBytes } from 'node:crypto';
import { type EpochMs, HOUR_MS, MINUTE_MS, ServiceError } from '@loadcast/core';
import type { Link, LinkPurpose, LinkStore } from '@loadcast/core/quota';
import { sha256 } from '../access/sha256.js';

export const LINK_LASTS_MS = { confirm: 24 * HOUR_MS, reset: 30 * MINUTE_MS, invite: 7 * 24 * HOUR_MS } as const;

/** Keeps a link under a new random token of 256 bits. @returns the token, which is in no store */
export async function makeLink(
  store: LinkStore,
  { purpose, ...what }: Pick<Link, 'purpose'> & Partial<Link>,
  now: EpochMs,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const nothing = { accountId: null, email: null, passwordHash: null };
  const times = { createdAt: now, expiresAt: now + LINK_LASTS_MS[purpose] };
  await store.keepLink({ sha256: sha256(token), purpose, ...nothing, ...times, ...what });
  return token;
}

export function linkUrl(baseUrl: string, purpose: 'confirm' | 'reset', token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/account/${purpose}?token=${token}`;
}

/** @throws {ServiceError} unauthorized: the link was used, has expired or never was */
export async function findLink(store: LinkStore, token: string, purpose: LinkPurpose, now: EpochMs): Promise<Link> {
  return required(await store.link(sha256(token), purpose, now));
}

/** Takes a link, so that it works once. @throws {ServiceError} unauthorized, as `findLink` */
export async function takeLink(store: LinkStore, token: string, purpose: LinkPurpose, now: EpochMs): Promise<Link> {
  return required(await store.takeLink(sha256(token), purpose, now));
}

function required(link: Link | undefined): Link {
  if (link) return link;
  throw new ServiceError(
    'unauthorized',
    'This link was already used, has expired or is incomplete. Request another.',
    undefined,
  );
}
