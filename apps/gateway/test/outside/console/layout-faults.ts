import type { Page } from 'playwright-core';

/**
 * What looks wrong where nothing is wrong in the document: the name of a day under the line of now, words of two elements
 * that run together, a table of sentences that must be scrolled sideways.
 */
export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const seen = (each) => each.checkVisibility() && each.textContent.trim() !== '';
    const boxOf = (each) => each.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const ofPage = (selector) => [...document.querySelectorAll(selector)];
    const crossed = ofPage('svg:has(> .rule)').flatMap((drawing) => {
      const { x, y, height } = boxOf(drawing.querySelector(':scope > .rule'));
      const rule = new DOMRect(x - 0.5, y, 1, height);
      return [...drawing.querySelectorAll(':scope > .time')].filter((text) => seen(text) && meet(boxOf(text), rule))
        .map((text) => text.textContent + ' is crossed by the line of now');
    });
    const joined = ofPage('main span + span, main span + b, main b + span, main a + a').filter((next) => {
      const before = next.previousElementSibling;
      if (before.nextSibling !== next || !seen(before) || !seen(next)) return false;
      const areWords = [before, next].every((each) => {
        const { display, position } = getComputedStyle(each);
        return display === 'inline' && position === 'static' || each.parentElement.matches('.ends');
      });
      const [left, right] = [boxOf(before), boxOf(next)];
      const areApart = /\\s$/.test(before.textContent) || /^\\s/.test(next.textContent);
      return areWords && !areApart && right.top < left.bottom && Math.abs(right.left - left.right) < 2;
    }).map((next) => next.previousElementSibling.textContent + next.textContent + ' runs together');
    const scrolled = ofPage('.scroll:has(> .story)').filter((place) => place.scrollWidth > place.clientWidth)
      .map((place) => place.getAttribute('aria-label') + ' scrolls sideways');
    return [...crossed, ...joined, ...scrolled];
  })()`);
}
