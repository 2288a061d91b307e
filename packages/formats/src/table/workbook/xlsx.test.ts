import { crc32, inflateRawSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import type { RequestScope } from '../../http.js';
import { tableOf } from '../table.js';
import { xlsxOf } from './xlsx.js';

const AT = Date.UTC(2026, 10, 21, 16);

/** Members of an archive as its directory lists them, inflated, with their checksums compared. */
function membersOf(bytes: Uint8Array): Map<string, string> {
  const archive = Buffer.from(bytes);
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const members = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let n = 0; n < archive.readUInt16LE(end + 10); n++) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, deflated, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26);
    const content = inflateRawSync(archive.subarray(begin, begin + deflated));
    expect([crc32(content), content.length]).toEqual([crc, size]);
    members.set(name, content.toString());
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return members;
}

const table = tableOf(2, [
  { name: 'time_utc', kind: 'instant', values: [AT, AT + 15 * 60_000] },
  { name: 'region', kind: 'text', values: ['=1+1 & <é>', undefined] },
  { name: 'value_mw', kind: 'number', values: [1234.567, Number.NaN] },
]);

test('a row for the names and one a row; times are day numbers, a missing value is no cell, text is never a formula', async () => {
  const sheet = membersOf(await xlsxOf(table)).get('xl/worksheets/sheet1.xml')!;
  const rows = sheet.slice(sheet.indexOf('<sheetData>'), sheet.indexOf('</sheetData>'));
  const text = (place: string, style: number, value: string) =>
    `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  expect(rows).toBe(
    `<sheetData><row r="1">${text('A1', 1, 'time_utc')}${text('B1', 1, 'region')}${text('C1', 1, 'value_mw')}</row>` +
      `<row r="2"><c r="A2" s="2"><v>46347.66666666667</v></c>${text('B2', 0, '=1+1 &amp; &lt;é&gt;')}<c r="C2"><v>1234.57</v></c></row>` +
      `<row r="3"><c r="A3" s="2"><v>46347.67708333333</v></c></row>`,
  );
});

test('every part is well formed, and every part that another names is there', async () => {
  const members = membersOf(await xlsxOf(table));
  const parser = new XMLParser({ ignoreAttributes: false });
  for (const content of members.values()) expect(() => parser.parse(content, true)).not.toThrow();
  const named = [...members.values()].flatMap((content) =>
    [...content.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !members.has(name!))).toEqual([]);
});

test('columns after the 26th have two letters', async () => {
  const wide = tableOf(
    0,
    Array.from({ length: 28 }, (_, n) => ({ name: `c${n}`, kind: 'number', values: [] }) as const),
  );
  const sheet = membersOf(await xlsxOf(wide)).get('xl/worksheets/sheet1.xml')!;
  const places = [...sheet.matchAll(/ r="([A-Z]+)1"/g)].map(([, letters]) => letters);
  expect([places[0], places[25], places[26], places[27]]).toEqual(['A', 'Z', 'AA', 'AB']);
});

test('equal tables are equal bytes', async () => {
  expect(await xlsxOf(table)).toEqual(await xlsxOf(table));
});

const long = tableOf(20_000, [
  { name: 'time_utc', kind: 'instant', values: Float64Array.from({ length: 20_000 }, (_, n) => AT + n * 60_000) },
  { name: 'value_mw', kind: 'number', values: Float64Array.from({ length: 20_000 }, (_, n) => n * 1.37) },
]);

test('a long workbook is made in slices: other work runs between them', async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const members = membersOf(await xlsxOf(long));
  isOver = true;
  expect(members.get('xl/worksheets/sheet1.xml')!.match(/<row /g)).toHaveLength(20_001);
  expect(turns).toBeGreaterThan(20);
});

test('a request that is over ends the work', async () => {
  let checks = 0;
  const scope = {
    check() {
      checks++;
      if (checks > 8) throw new Error('the caller left');
    },
  } as RequestScope;
  await expect(xlsxOf(long, scope)).rejects.toThrow('the caller left');
  expect(checks).toBe(9);
});
