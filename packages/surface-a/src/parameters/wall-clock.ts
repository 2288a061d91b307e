import type { Area, EpochMs } from '@loadcast/core';
import { offsetMs } from '@loadcast/core/time';
import { type TableColumn, textParameter, wallText } from '@loadcast/formats';
import type * as z from 'zod';

/** The wall clock that an answer shows beside UTC: none, the market's, the area's local one, or a given zone's. */
export type WallClock = 'utc' | 'market' | 'local' | { readonly zone: string };

const WORDS = ['utc', 'market', 'local'] as const;

/** `tz`: `utc`, `market`, `local`, or a zone of the IANA database, any case. */
export function wallClockParameter(): z.ZodType<WallClock, string> {
  const schema = textParameter((text) => {
    const name = text.trim().toLowerCase();
    const word = WORDS.find((each) => each === (name === 'gmt' ? 'utc' : name));
    const clock = word ?? zoneNamed(text.trim());
    if (clock !== undefined) return clock;
    const meant = ZONES[/^([ecmp])[ds]?t$/.exec(name)?.[1] ?? ''];
    const hint = meant === undefined ? '' : `: ${name.toUpperCase()} does not say what summer does, ${meant} does`;
    return { expected: `utc, market, local or an IANA zone, as in America/Chicago${hint}` };
  });
  return schema.meta({ examples: [...WORDS, 'America/Chicago'] });
}

/** What the abbreviations of a clock mean by their first letter. */
const ZONES: Readonly<Record<string, string>> = {
  e: 'America/New_York',
  c: 'America/Chicago',
  m: 'America/Denver',
  p: 'America/Los_Angeles',
};

/** Offsets and abbreviations are no zones here: `EST` and `+05:00` do not say what summer does. `UTC` is `utc`. */
function zoneNamed(name: string): { zone: string } | undefined {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)+$/.test(name)) return undefined;
  try {
    return { zone: new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone };
  } catch {
    return undefined;
  }
}

/** The zone of a clock for an area; undefined for UTC, which every answer has anyway. */
export function zoneOf(clock: WallClock, area: Pick<Area, 'timezone' | 'marketTimezone'>): string | undefined {
  if (clock === 'utc') return undefined;
  if (clock === 'market') return area.marketTimezone;
  return clock === 'local' ? area.timezone : clock.zone;
}

/** `time_utc`, and `time_local` for a given zone, of rows that begin at `start` and follow each other by `stepMs`. */
export function timeColumns(
  starts: ArrayLike<EpochMs>,
  zone: string | undefined,
): readonly (TableColumn | undefined)[] {
  const wall = zone === undefined ? undefined : Array.from(starts, (instant) => instant + offsetMs(zone, instant));
  return [
    { name: 'time_utc', kind: 'instant', values: starts },
    wall && { name: 'time_local', kind: 'wall', values: wall },
  ];
}

/** What the wall clock of a zone shows at an instant: `2026-11-21 08:00`. */
export const wallClockText = (zone: string, instant: EpochMs): string => wallText(instant + offsetMs(zone, instant));
