import {
  type Area,
  type AreaId,
  addDays,
  DAY_MS,
  type EpochMs,
  gateInstant,
  localDay,
  MINUTE_MS,
  type VintageStore,
} from '@loadcast/core';

/** Day-ahead gates of the last 90 days that had a forecast made for them. */
export interface GatesMet {
  /** Gates that came after the first forecast of the area. */
  readonly gates: number;
  readonly met: number;
  /** The gates without one, newest first. */
  readonly missed: readonly EpochMs[];
}

/** The gates of an area up to an instant. */
export type GateCounts = (area: Area, now: EpochMs) => Promise<GatesMet>;

type GateReads = Pick<VintageStore, 'headers' | 'count'>;

const GATE_DAYS = 90;
/** A forecast that was made earlier than this before a gate was made for something else. */
const MADE_FOR_GATE_MS = 70 * MINUTE_MS;

/** Counts the gates of areas; counts are cached until another gate has passed or a run was added. */
export function gateCounts(vintages: GateReads): GateCounts {
  const kept = new Map<AreaId, { readonly key: string; readonly gates: GatesMet }>();
  return async (area, now) => {
    const today = localDay(area.marketTimezone, now);
    const gates = Array.from({ length: GATE_DAYS + 1 }, (_, back) => gateInstant(area, 'DAM', addDays(today, 1 - back)))
      .filter((gate) => gate <= now)
      .slice(0, GATE_DAYS);
    const key = `${gates[0]} ${await vintages.count(area.id, gates[0]!)}`;
    const known = kept.get(area.id);
    if (known?.key === key) return known.gates;
    const counted = await gatesMet(vintages, area, gates);
    kept.set(area.id, { key, gates: counted });
    return counted;
  };
}

async function gatesMet(vintages: GateReads, area: Area, gates: readonly EpochMs[]): Promise<GatesMet> {
  const oldest = gates.at(-1)!;
  const headers = await vintages.headers(area.id, { start: oldest - DAY_MS, end: gates[0]! + 1 });
  const isOlder = (await vintages.count(area.id, oldest - DAY_MS)) > 0;
  const firstAt = isOlder ? Number.NEGATIVE_INFINITY : Math.min(...headers.map(({ availableAt }) => availableAt));
  const due = gates.filter((gate) => gate >= firstAt);
  const missed = due.filter(
    (gate) => !headers.some(({ issuedAt, availableAt }) => issuedAt >= gate - MADE_FOR_GATE_MS && availableAt <= gate),
  );
  return { gates: due.length, met: due.length - missed.length, missed };
}
