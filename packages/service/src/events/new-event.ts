import type { Area, AreaId, EpochMs } from '@loadcast/core';
import type { NewEvent } from '@loadcast/storage/sqlite';
import type { EventType } from './service-event.js';

/** The name of an event, which is kept once. @param which differs among events of a type and area */
export const nameOf = (type: EventType, areaId: AreaId, which: string | number): string => `${type} ${areaId} ${which}`;

export function event(type: EventType, area: Area, which: string | number, at: EpochMs, data: object): NewEvent {
  const { id: areaId, owner } = area;
  const body = owner ? { for_account: owner.accountId, region: owner.code, ...data } : data;
  return { name: nameOf(type, areaId, which), at, type, areaId, body: JSON.stringify(body) };
}
