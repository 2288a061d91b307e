const TIME =
  /^([1-9]\d{3})(-?)(\d\d)\2(\d\d)[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)? ?(?:Z|UTC|GMT|([+-])(\d\d)(?::?(\d\d))?)(?:\[[^[\]]*\])?$/i;

/**
 * The instant that a text names, as the service reads it: one table of spellings tests both. NaN where it names none: an engine's own
 * parser would move 30 February to March, and read a time without an offset on the clock of the machine.
 */
export function parseEpochMs(text: string): number {
  const [, year, , month, day, hour, minute = '00', second = '00', fraction = '', sign, hours = '0', minutes = '0'] =
    TIME.exec(text) ?? [];
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const wallMs = Date.parse(wall);
  const isReal = !Number.isNaN(wallMs) && new Date(wallMs).toISOString() === wall;
  if (!isReal || Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return wallMs - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
