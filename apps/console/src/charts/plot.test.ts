import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Plot } from './plot.js';

/** Names of days below a chart of 100 hours. */
function namesOf(at: number, isLarge: boolean): readonly string[] {
  const tick = { at, text: 'Mon 17' };
  const line = { kind: 'forecast', values: new Array<number>(100).fill(1_000) };
  const plot = Plot({ count: 100, lines: [line], ticks: [tick], isLarge, valueText: String });
  const html = plot ? renderToString(plot) : '';
  return [...html.matchAll(/<text class="(time[^"]*)".*?>(.*?)<\/text>/g)].map(
    ([, kind, text]) => `${kind}: ${text?.replaceAll(/<[^>]+>/g, '')}`,
  );
}

test.each([
  { name: 'far from the edge', at: 20, isLarge: false, names: ['time: Mon 17'] },
  { name: 'near the edge of a card', at: 80, isLarge: false, names: ['time: Mon 17'] },
  { name: 'at the edge of a card', at: 88, isLarge: false, names: [] },
  { name: 'near the edge of a wide chart, but not on a phone', at: 88, isLarge: true, names: ['time far: Mon 17'] },
  { name: 'at the edge of a wide chart', at: 97, isLarge: true, names: [] },
])('the name of a day is written where it has room: $name', ({ at, isLarge, names }) => {
  expect(namesOf(at, isLarge)).toEqual(names);
});
