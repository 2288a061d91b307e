import type { Page } from 'playwright-core';

/** A sum of shifts below this is a fraction of a pixel, as a font gives: none. */
const LEAST = 0.0005;

/** What moved by itself since a page began to come up, with its box before and after (x, y, width, height); empty where nothing did. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  const shifts = await page.evaluate<readonly (readonly [number, string])[]>(`new Promise((resolve) => {
    const found = [];
    const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const moved = ({ node, previousRect, currentRect }) =>
      (node?.outerHTML ?? node?.textContent ?? '').slice(0, 80) + ' from ' + boxOf(previousRect) + ' to ' + boxOf(currentRect);
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) found.push([value, sources.map(moved).join(', ')]);
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
  })`);
  const sum = shifts.reduce((total, [value]) => total + value, 0);
  return sum < LEAST ? [] : shifts.map(([value, moved]) => `${value.toFixed(4)}: ${moved}`);
}
