import { writing } from './writing.js';

/** The clock on which a page shows hours: the grid's local one, its market's, UTC, or the reader's own. */
export const CLOCKS = ['grid', 'local', 'utc', 'own'] as const;
export type Clock = (typeof CLOCKS)[number];

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface WallTime {
  /** `2026-11-22` */
  readonly day: string;
  readonly weekday: string;
  /** `Nov 22` */
  readonly date: string;
  readonly hour: number;
  /** `5 PM`, `5:30 PM` */
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
    date: dateText(Number(part('day')), part('month')),
    hour: Number(part('hour')),
    time: timeText(Number(part('hour')), part('minute')),
    zoneName: part('timeZoneName'),
  };
}

/** The zones of a grid: MISO's market is on EST all year, its people are not. */
export interface GridZones {
  readonly zone: string;
  readonly marketZone: string;
}

/** The zone that a clock means for a grid: a grid's own is its market's, by which its days and peaks are counted. */
export function zoneOf(clock: Clock, { zone, marketZone }: GridZones): string {
  if (clock === 'utc') return 'UTC';
  if (clock === 'local') return zone;
  return clock === 'own' ? Intl.DateTimeFormat().resolvedOptions().timeZone : marketZone;
}

/** `5–6 PM EST`: the hour that begins at an instant. At a clock change both ends are written by their own offset. */
export function hourText(startMs: number, zone: string): string {
  const [from, to] = [wallTime(startMs, zone), wallTime(startMs + HOUR_MS, zone)];
  if (from.zoneName !== to.zoneName) return `${from.time} ${from.zoneName}–${to.time} ${to.zoneName}`;
  const half = / [AP]M$/.exec(to.time)?.[0] ?? '';
  const first = half !== '' && from.time.endsWith(half) ? from.time.slice(0, -half.length) : from.time;
  return `${first}–${to.time} ${to.zoneName}`;
}

/** `Nov 22` */
const dateText = (day: number, month: string): string => (writing() === 'us' ? `${month} ${day}` : `${day} ${month}`);

/** `5 PM`, `5:30 PM` */
export function timeText(hour: number, minute = '00'): string {
  if (writing() !== 'us') return `${String(hour).padStart(2, '0')}:${minute}`;
  return `${hour % 12 || 12}${minute === '00' ? '' : `:${minute}`} ${hour < 12 ? 'AM' : 'PM'}`;
}

export const hourNames = (): readonly string[] => Array.from({ length: 24 }, (_, hour) => timeText(hour));

/** `Sun, Nov 22` */
export const weekdayText = ({ weekday, date }: Pick<WallTime, 'weekday' | 'date'>): string =>
  writing() === 'us' ? `${weekday}, ${date}` : `${weekday} ${date}`;

/** `Sun, Nov 22, 5–6 PM EST` */
export const dayAndHourText = (startMs: number, zone: string): string =>
  `${weekdayText(wallTime(startMs, zone))}, ${hourText(startMs, zone)}`;

/** `5:05 PM EST` */
export function clockText(atMs: number, zone: string): string {
  const { time, zoneName } = wallTime(atMs, zone);
  return `${time} ${zoneName}`;
}

/** `Sun, Nov 22, 5:05 PM EST` */
export const instantText = (atMs: number, zone: string): string =>
  `${weekdayText(wallTime(atMs, zone))}, ${clockText(atMs, zone)}`;

/** `Sun, Nov 22, 2026` */
export function dateAndYearText(atMs: number, zone: string): string {
  const at = wallTime(atMs, zone);
  return `${weekdayText(at)}${writing() === 'us' ? ',' : ''} ${at.day.slice(0, 4)}`;
}

const YEAR_MS = 365 * DAY_MS;

/** `, 2023` of an instant so far away that a day and a month do not name it. */
export const yearText = (atMs: number, nowMs: number): string =>
  Math.abs(nowMs - atMs) < YEAR_MS / 2 ? '' : `, ${new Date(atMs).getUTCFullYear()}`;

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
