import { readFileSync } from 'node:fs';
import { addDays, areaById, HOUR_MS, localDay } from '@loadcast/core';
import { operatingDayWindow } from '@loadcast/core/time';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Opened } from './every-page.js';

const ZONE = areaById('pjm').marketTimezone;

interface ForecastRow {
  readonly timestamp: string;
  readonly value_mw: number;
  readonly p10: number;
  readonly p90: number;
}

interface ComparedRow {
  readonly loadcast_mw?: number;
  readonly operator_mw?: number;
  readonly actual_mw?: number;
}

/** Answers that a reader finds by clicking from `/` match the API's. */
export function testFiveQuestions(opened: () => Opened): void {
  const ask = async <Row>(path: string): Promise<readonly Row[]> => {
    const response = await fetch(`${opened().url}/demo/v1/demand/${path}`);
    return ((await response.json()) as { data: readonly Row[] }).data;
  };
  const peakOfTomorrow = async (asOf = ''): Promise<ForecastRow> => {
    const day = addDays(localDay(ZONE, Date.now()), 1);
    const { start, end } = operatingDayWindow(ZONE, day);
    const rows = await ask<ForecastRow>(`forecast?region=PJM&horizon=7d${asOf}`);
    const isOfDay = ({ timestamp }: ForecastRow): boolean =>
      Date.parse(timestamp) >= start && Date.parse(timestamp) < end;
    return rows.filter(isOfDay).reduce((highest, row) => (row.value_mw > highest.value_mw ? row : highest));
  };

  test('how high tomorrow’s peak will be, at what hour, and how sure that is, is on the first page', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open();
    await page.goto(url);
    const card = page.locator('.card', { has: page.locator('h2 a[href="/r/PJM"]') });
    const peak = await peakOfTomorrow();
    expect(await megawattsOf(card.locator('.peak strong'))).toEqual([hundreds(peak.value_mw)]);
    expect(await card.locator('.peak-hour').textContent()).toContain(`${hourOf(peak)}:00–`);
    expect(await megawattsOf(card.locator('.peak-range'))).toEqual([80, hundreds(peak.p10), hundreds(peak.p90)]);
    expect(await card.locator('.peak-odds').textContent()).toMatch(/ chance the peak is in this hour$/);
  });

  test('whether yesterday’s forecast was better than the operator’s is one click away', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open();
    await page.goto(url);
    await page.getByRole('link', { name: 'Was yesterday’s forecast better than the operator’s?' }).click();
    const text = (await page.locator('.yesterday', { hasText: 'Ours was off by' }).textContent()) ?? '';
    const day = addDays(localDay(ZONE, Date.now()), -1);
    const rows = await ask<ComparedRow>(`compare?region=PJM&gate=dam&start=${day}&end=${day}`);
    const meanPct = (of: 'loadcast_mw' | 'operator_mw'): number => {
      const known = rows.filter((row) => row.loadcast_mw && row.operator_mw && row.actual_mw);
      const errors = known.map((row) => Math.abs(row[of]! - row.actual_mw!) / row.actual_mw!);
      return (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
    };
    const [ours, theirs] = [meanPct('loadcast_mw'), meanPct('operator_mw')];
    expect(text).toContain(`Ours was off by ${ours.toFixed(1)} % on average, the operator’s by ${theirs.toFixed(1)} %`);
    expect(text).toContain(ours < theirs ? 'Ours was more accurate than' : 'Ours was less accurate than');
  });

  test('what the forecast was two days ago is one click away, beside what it is now', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open();
    await page.goto(url);
    await page.getByRole('link', { name: 'What did it say two days ago?' }).click();
    await page.getByText('Hours ago: 48').waitFor();
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;
    const [then, now] = [await peakOfTomorrow(`&as_of=${new Date(hour).toISOString()}`), await peakOfTomorrow()];
    expect(await megawattsOf(page.locator('.peak strong'))).toEqual([hundreds(then.value_mw)]);
    expect(await megawattsOf(page.locator('.peak-range'))).toEqual([hundreds(now.value_mw)]);
  });

  test('the hours of a grid’s page are a workbook in one click', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open();
    await page.goto(`${url}/r/PJM`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download for Excel' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });
}

const hundreds = (mw: number): number => Math.round(mw / 100) * 100;

const hourOf = ({ timestamp }: ForecastRow): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', hourCycle: 'h23' }).format(Date.parse(timestamp));

/** The numbers of a text in which thin spaces group digits, except times of day. */
async function megawattsOf(of: Locator): Promise<readonly number[]> {
  const text = ((await of.textContent()) ?? '').replace(/\d\d:\d\d/g, '');
  return (text.match(/\d[\d\u2009\u202f ]*\d/g) ?? []).map((digits) => Number(digits.replace(/\D/g, '')));
}
