import { crc32, type SubjectCounts } from '@loadcast/core';

/**
 * One line of the journal: CRC-32 in 8 hex digits, a space, and the whole state of one subject as JSON.
 *
 * States, not steps: a line that is read twice or overtaken by a later one does no harm.
 */
export function journalLine(subject: string, { hours, days }: SubjectCounts): string {
  const json = JSON.stringify([
    subject,
    hours.map(({ index, used }) => [index, used]),
    days.map(({ index, used, regions, keys }) => [index, used, [...regions], [...keys]]),
  ]);
  return `${checksum(json)} ${json}\n`;
}

/** What a line says, or undefined where it is torn or damaged. */
export function readJournalLine(line: string): { subject: string; counts: SubjectCounts } | undefined {
  const json = line.slice(9);
  if (line[8] !== ' ' || line.slice(0, 8) !== checksum(json)) return undefined;
  const [subject, hours, days]: WrittenSubject = JSON.parse(json);
  return {
    subject,
    counts: {
      hours: hours.map(([index, used]) => ({ index, used })),
      days: days.map(([index, used, regions, keys]) => ({
        index,
        used,
        regions: new Map(regions),
        keys: new Map(keys),
      })),
    },
  };
}

type Regions = SubjectCounts['days'][number]['regions'];
type WrittenSubject = [
  string,
  [number, number][],
  [number, number, [Regions extends Map<infer Id, number> ? Id : never, number][], [string, number][]][],
];

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}
