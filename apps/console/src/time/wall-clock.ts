/** The clock on which a page shows hours: the grid's local one, its market's, UTC, or the reader's own. */
export const CLOCKS = ['grid', 'market', 'utc', 'own'] as const;
export type Clock = (typeof CLOCKS)[number];

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** What a wall clock shows. */
export interface WallTime {
  /** `2026-11-22` */
  readonly day: string;
  readonly weekday: string;
  /** `22 Nov` */
  readonly date: string;
  readonly hour: number;
  /** `17:00` */
  readonly time: string;
  /** `EST`, `UTC`, `GMT+5:30` */
  readonly zoneName: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  formats.set(zone, made);
  return made;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The wall clock of an IANA zone at an instant. */
export function wallTime(atMs: number, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  const month = String(MONTHS.indexOf(part('month')) + 1).padStart(2, '0');
  return {
    day: `${part('year')}-${month}-${part('day').padStart(2, '0')}`,
    weekday: part('weekday'),
    date: `${part('day')} ${part('month')}`,
    hour: Number(part('hour')),
    time: `${part('hour')}:${part('minute')}`,
    zoneName: part('timeZoneName'),
  };
}

/** The zones of a grid: MISO's market is on EST all year, its people are not. */
export interface GridZones {
  readonly zone: string;
  readonly marketZone: string;
}

/** The zone that a clock means for a grid. */
export function zoneOf(clock: Clock, { zone, marketZone }: GridZones): string {
  if (clock === 'utc') return 'UTC';
  if (clock === 'market') return marketZone;
  return clock === 'own' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}

/** `17:00–18:00 EST`: the hour that begins at an instant. At a clock change both ends are written by their own offset. */
export function hourText(startMs: number, zone: string): string {
  const [from, to] = [wallTime(startMs, zone), wallTime(startMs + HOUR_MS, zone)];
  const fromZone = from.zoneName === to.zoneName ? '' : ` ${from.zoneName}`;
  return `${from.time}${fromZone}–${to.time} ${to.zoneName}`;
}

/** `Sun 22 Nov, 17:00–18:00 EST` */
export function dayAndHourText(startMs: number, zone: string): string {
  const { weekday, date } = wallTime(startMs, zone);
  return `${weekday} ${date}, ${hourText(startMs, zone)}`;
}

/** `Sun 22 Nov, 17:05 EST` */
export function instantText(atMs: number, zone: string): string {
  const { weekday, date, time, zoneName } = wallTime(atMs, zone);
  return `${weekday} ${date}, ${time} ${zoneName}`;
}

/** `in 3 hours`, `12 minutes ago` */
export function agoText(atMs: number, nowMs: number): string {
  const minutes = Math.round(Math.abs(nowMs - atMs) / 60_000);
  if (minutes < 1) return 'just now';
  const [count, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}
