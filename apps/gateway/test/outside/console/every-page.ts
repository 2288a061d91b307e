import { HOUR_MS } from '@loadcast/core';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings, type TestBrowser } from '../browser.js';
import { layoutFaults } from './layout-faults.js';
import { layoutShifts } from './layout-shifts.js';
import { type ConsolePage, PAGES } from './pages.data.js';

export interface Opened {
  readonly url: string;
  readonly browser: TestBrowser;
}

/** Calls of the API among some requests, except the stream of events. */
export const calls = (requests: readonly string[]): readonly string[] =>
  requests.filter((url) => /\/v1\/(?!events)/.test(url));

const ZONES = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'];

/** Properties of every page of the console. A page is loaded once, and again in each zone: cached parts are not requested again. */
export function testEveryPage(opened: () => Opened): void {
  test.each(PAGES)(
    '$path keeps its budgets, says the same in every zone and without a script, axe finds nothing, the keyboard reaches all',
    async (of) => {
      const { url, browser } = opened();
      const { page, requests, faults } = await browser.open();
      const debug = await page.context().newCDPSession(page);
      await debug.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
      const answer = await page.goto(url + of.path);
      expect(answer?.headers()['content-security-policy']).toMatch(/^default-src '(self|none)';(?!.*(unsafe|\*|http))/);
      await page.locator(of.whole).first().waitFor();
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
      const asked = [...requests];
      expect(asked.length).toBeLessThanOrEqual(4);
      expect(calls(asked)).toEqual([]); // the shown data came with the page
      expect(await bytesOf(asked, '.css')).toBeLessThanOrEqual(8 * 1024);
      if (!of.isReference) expect(await bytesOf(asked, '.js')).toBeLessThanOrEqual(45 * 1024);
      if (of.path === '/') expect(await bytesOfAll(asked)).toBeLessThanOrEqual(70 * 1024);
      expect(await layoutShifts(page)).toEqual([]);
      process.stdout.write(`${of.path} ${await timesOf(page)}\n`); // printed, not held: a machine may be slow
      expect(await unreachable(page)).toEqual([]);
      expect(await layoutFaults(page)).toEqual([]);
      const found = await axeFindingsInLightAndDark(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await layoutFaults(page)).toEqual([]);
      found.push(...(await axeFindingsInLightAndDark(page)));
      const [needed, given] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      expect([found, faults, needed]).toEqual([[], [], given]);
      const words = await withinOneHour(() => wordsInEveryZone(page, debug, of));
      expect(new Set(words)).toEqual(new Set([words[0]]));
    },
  );
}

/** What axe finds on a page as it is: a width of its own shows or hides parts. Dark pages differ in colors alone, and are held to that. */
export async function axeFindingsInLightAndDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = [...(await axeFindings(page, ['cat.color'])), ...(await page.evaluate<string[]>(DARK_BUT_COLORS))];
  return [...light.map((finding) => `light ${finding}`), ...dark.map((finding) => `dark ${finding}`)];
}

/** Whatever the styles of dark pages set, except the variables that hold colors. */
const DARK_BUT_COLORS = `[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  .filter((rule) => /prefers-color-scheme/.test(rule.conditionText))
  .flatMap((rule) => [...rule.cssRules])
  .filter(({ selectorText, style }) => selectorText !== ':root' || [...style].some((name) => !name.startsWith('--')))
  .map(({ cssText }) => cssText)`;

/** Reads again where an hour began meanwhile: pages name the hour that they show. */
export async function withinOneHour<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    const began = Math.floor(Date.now() / HOUR_MS);
    const result = await read();
    if (Math.floor(Date.now() / HOUR_MS) === began) return result;
  }
}

/** The words of a page in each zone, then those before its script has run. */
async function wordsInEveryZone(page: Page, debug: CDPSession, { path, whole }: ConsolePage): Promise<string[]> {
  const words: string[] = [];
  for (const timezoneId of ZONES) {
    await debug.send('Emulation.setTimezoneOverride', { timezoneId });
    await page.reload();
    await page.locator(whole).first().waitFor();
    words.push(await wordsOf(page));
  }
  if (path !== '/account') words.push(await wordsWithoutScript(page));
  return words;
}

/** The words of a page, except words that only the script writes, and ages. */
const WORDS = `(whole) => {
  const copy = whole.querySelector('main').cloneNode(true);
  copy.querySelector('.live')?.replaceChildren();
  return copy.textContent.replace(/just now|(in )?\\d+ (minute|hour|day)s?( ago)?/g, 'then');
}`;

const wordsOf = (page: Page): Promise<string> => page.evaluate<string>(`(${WORDS})(document)`);

/** The words of the page as it comes, before its script has run. */
const wordsWithoutScript = (page: Page): Promise<string> =>
  page.evaluate<string>(`fetch(location.href, { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .then((html) => (${WORDS})(new DOMParser().parseFromString(html, 'text/html')))`);

/** Compressed size of the file of a page, which may be kept for a year. */
async function bytesOf(requests: readonly string[], end: string): Promise<number> {
  const url = requests.find((each) => each.endsWith(end))!;
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  return Number(answer.headers.get('content-length'));
}

/** Compressed size of a first load. */
async function bytesOfAll(requests: readonly string[]): Promise<number> {
  const sizes = requests.map(async (url) => {
    const answer = await fetch(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' }, method: 'HEAD' });
    return Number(answer.headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** When the largest part was painted (goal: within a second on the demo gateway), and how long scripts held the page up. */
function timesOf(page: Page): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve) => {
    const seen = { paint: 0, tasks: [] };
    const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe('largest-contentful-paint', ({ startTime }) => { seen.paint = startTime; });
    observe('longtask', ({ duration }) => seen.tasks.push(Math.round(duration)));
    requestAnimationFrame(() => setTimeout(() => resolve(
      'largest paint after ' + Math.round(seen.paint) + ' ms, tasks over 50 ms: ' + (seen.tasks.join(', ') || 'none'))));
  })`);
}

/** What can be clicked and seen, and does not get the focus with a visible ring when Tab is pressed from the top on. */
async function unreachable(page: Page): Promise<readonly string[]> {
  const stops = await page.evaluate<number>(`
    globalThis.wanted = new Set([...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
      .filter((each) => each.checkVisibility() && !each.disabled));
    addEventListener('focusin', ({ target }) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') wanted.delete(target);
    });
    document.activeElement?.blur();
    // A date has four stops: month, day, year and its calendar.
    wanted.size + 3 * document.querySelectorAll('input[type="date"]').length`);
  for (let presses = 0; presses < stops; presses++) await page.keyboard.press('Tab');
  return page.evaluate<string[]>('[...wanted].map((each) => each.outerHTML.slice(0, 120))');
}
