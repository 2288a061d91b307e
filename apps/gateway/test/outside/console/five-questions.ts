import { readFileSync } from 'node:fs';
import { type AreaId, addDays, areaById, HOUR_MS, localDay } from '@loadcast/core';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Opened } from './every-page.js';

export interface OpenedGrid extends Opened {
  /** The id of the grid that is asked about; absent: `pjm`. */
  readonly grid?: AreaId;
}

interface PeakRow {
  readonly peak_time_utc: string;
  readonly peak_mw: number;
  readonly p10: number;
  readonly p90: number;
}

interface ComparedRow {
  readonly loadcast_mw?: number;
  readonly operator_mw?: number;
  readonly actual_mw?: number;
}

/** The service's clock, as its pages have it: a replay has its own. */
export async function clockOf(url: string): Promise<number> {
  const page = await (await fetch(url)).text();
  return Number(/"nowMs":(\d+)/.exec(page)?.[1]);
}

/** Answers that a reader finds by clicking from `/` match the API's. */
export function testFiveQuestions(opened: () => OpenedGrid): void {
  const code = () => (opened().grid ?? 'pjm').toUpperCase();
  const zone = () => areaById(opened().grid ?? 'pjm').marketTimezone;
  const card = (page: Page) => page.locator('.card', { has: page.locator(`h2 a[href="/r/${code()}"]`) });
  const ask = async <Row>(path: string): Promise<readonly Row[]> => {
    const response = await fetch(`${opened().url}/demo/v1/demand/${path}`);
    return ((await response.json()) as { data: readonly Row[] }).data;
  };
  const peakOfTomorrow = async (asOf = ''): Promise<PeakRow> => {
    const day = addDays(localDay(zone(), await clockOf(opened().url)), 1);
    const [row] = await ask<PeakRow>(`peaks?region=${code()}&start=${day}&end=${day}${asOf}`);
    return row!;
  };

  test('how high tomorrow’s peak will be, at what hour, and how sure that is, is on the first page', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open({ viewport: { width: 1280, height: 720 } });
    await page.goto(url);
    const peak = await peakOfTomorrow();
    expect(await megawattsOf(card(page).locator('.peak strong'))).toEqual([hundreds(peak.peak_mw)]);
    expect(await card(page).locator('.peak-hour').textContent()).toBe(hourOf(peak, zone()));
    expect(await megawattsOf(card(page).locator('.peak-range'))).toEqual([80, hundreds(peak.p10), hundreds(peak.p90)]);
    expect(await card(page).locator('.peak-odds').textContent()).toMatch(/ chance the peak is in this hour$/);
  });

  test('whether yesterday’s forecast was better than the operator’s is one click away', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open({ viewport: { width: 1280, height: 720 } });
    await page.goto(url);
    await card(page).click();
    const text = (await page.locator('.yesterday', { hasText: 'Ours was off by' }).textContent()) ?? '';
    const day = addDays(localDay(zone(), await clockOf(url)), -1);
    const rows = await ask<ComparedRow>(`compare?region=${code()}&gate=dam&start=${day}&end=${day}`);
    const meanPct = (of: 'loadcast_mw' | 'operator_mw'): number => {
      const known = rows.filter((row) => row.loadcast_mw && row.operator_mw && row.actual_mw);
      const errors = known.map((row) => Math.abs(row[of]! - row.actual_mw!) / row.actual_mw!);
      return (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
    };
    const [ours, theirs] = [meanPct('loadcast_mw'), meanPct('operator_mw')];
    expect(text).toContain(`Ours was off by ${ours.toFixed(1)} % on average, the operator’s by ${theirs.toFixed(1)} %`);
    expect(text).toContain(ours < theirs ? 'Ours was more accurate than' : 'Ours was less accurate than');
  });

  test('what the forecast was two days ago is two clicks away, beside what it is now', async () => {
    const { url, browser } = opened();
    const { page } = await browser.open({ viewport: { width: 1280, height: 720 } });
    await page.goto(url);
    await card(page).click();
    await page.getByRole('link', { name: 'Past forecasts' }).click();
    await page.getByText('Hours ago: 48').waitFor();
    const hour = Math.floor((await clockOf(url)) / HOUR_MS) * HOUR_MS - 48 * HOUR_MS;
    const [then, now] = [await peakOfTomorrow(`&as_of=${new Date(hour).toISOString()}`), await peakOfTomorrow()];
    expect(await megawattsOf(page.locator('.peak strong'))).toEqual([hundreds(then.peak_mw)]);
    expect(await megawattsOf(page.locator('.peak-now'))).toEqual([hundreds(now.peak_mw)]);
  });

  test.each([
    { name: 'the first page', pathOf: () => '/' },
    { name: 'a grid', pathOf: () => `/r/${code()}` },
  ])('the hours of $name are a workbook in one click, above the fold', async ({ pathOf }) => {
    const { url, browser } = opened();
    const { page } = await browser.open({ viewport: { width: 1280, height: 720 } });
    await page.goto(url + pathOf());
    expect((await page.getByRole('link', { name: 'Download for Excel' }).boundingBox())!.y).toBeLessThan(680);
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

export const hundreds = (mw: number): number => Math.round(mw / 100) * 100;

/** `6–7 PM EST`, `11 AM–12 PM EST`: the hour of a peak, on the grid's clock. */
export function hourOf({ peak_time_utc }: Pick<PeakRow, 'peak_time_utc'>, timeZone: string): string {
  const start = Date.parse(peak_time_utc);
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', timeZoneName: 'short' });
  const [from, half, zoneName] = time.format(start).split(' ') as [string, string, string];
  const to = time.format(start + HOUR_MS).replace(` ${zoneName}`, '');
  return `${to.endsWith(half) ? from : `${from} ${half}`}–${to} ${zoneName}`;
}

/** The numbers of a text, except times of day and dates. */
async function megawattsOf(of: Locator): Promise<readonly number[]> {
  const text = (await of.textContent()) ?? '';
  return (text.match(/\d[\d,]*(?=[–\d, ]*( MW| %))/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
}
