import { readFileSync } from 'node:fs';
import { renderToString } from 'preact-render-to-string';
import { byLead, percentTick } from './charts/by-lead.js';
import { hourTicks } from './charts/day-ticks.js';
import { fanOf } from './charts/fan.js';
import { HeatMap } from './charts/heat-map.js';
import { Reliability } from './charts/reliability.js';
import type { StillCharts, StillLine } from './charts/still/still-charts.js';
import { StillPlot, StillTitle } from './charts/still/still-plot.js';
import type { Values } from './data/values.js';
import { wholeMw } from './time/megawatts.js';

/** The same below `src` and below `dist`. */
const STYLES = ['colours', 'words', 'charts', 'still'].map((name) => new URL(`./style/${name}.css`, import.meta.url));

/** Most ticks below an axis a third of a page wide. */
const MOST_TICKS = 6;

const isKnown = (values: Values): boolean => values.some((value) => value !== null);
const kindsOf = (lines: readonly StillLine[]) => lines.map(({ values }, i) => ({ kind: `run-${i}`, values }));
const legendOf = (lines: readonly StillLine[]) => lines.map(({ text }, i) => ({ kind: `run-${i}`, text }));
const roundTick = (value: number): string =>
  Math.abs(value) >= 1_000 ? wholeMw(value) : `${Number(value.toFixed(2))}`;

export const stillCharts: StillCharts = {
  lines({ lines, target, hasDots = false, ...titled }) {
    if (!lines.some(({ values }) => isKnown(values))) return '';
    const count = Math.max(...lines.map(({ values }) => values.length));
    const level = { kind: 'target', values: new Array<number>(count).fill(target ?? 0) };
    const drawn = kindsOf(lines);
    return renderToString(
      <StillPlot
        {...titled}
        count={count}
        lines={[...(target === undefined ? [] : [level]), ...drawn]}
        dots={hasDots ? drawn : []}
        valueText={roundTick}
        legend={legendOf(lines)}
      />,
    );
  },
  byLead({ lines, firstLead, ...titled }) {
    if (!lines.some(({ values }) => isKnown(values))) return '';
    const { pointText: _, ticks, ...axis } = byLead(firstLead, Math.max(...lines.map(({ values }) => values.length)));
    const every = Math.ceil(ticks.length / MOST_TICKS);
    return renderToString(
      <StillPlot
        {...titled}
        {...axis}
        ticks={ticks.filter((__, i) => i % every === 0)}
        lines={kindsOf(lines)}
        valueText={percentTick}
        legend={legendOf(lines)}
      />,
    );
  },
  fan({ startMs, zone, title, unit, ...values }) {
    const { actual, operator } = values;
    if (!isKnown(actual)) return '';
    const [count, hasOperator] = [actual.length, isKnown(operator)];
    return renderToString(
      <StillPlot
        title={title}
        unit={unit}
        count={count}
        {...fanOf(values, { hasHalf: true })}
        ticks={hourTicks(startMs, count, zone)}
        valueText={wholeMw}
        legend={[
          { kind: 'actual', text: 'measured' },
          { kind: 'forecast', text: 'forecast' },
          ...(hasOperator ? [{ kind: 'operator', text: 'operator’s' }] : []),
        ]}
      />,
    );
  },
  heatMap: (of) => (of.values.some(isKnown) ? renderToString(<HeatMap {...of} />) : ''),
  reliability: (of) =>
    of.points.length === 0
      ? ''
      : renderToString(
          <figure class="still">
            <StillTitle title={of.title} unit="% of hours at or below vs. % expected" />
            <Reliability {...of} />
          </figure>,
        ),
  style: () => STYLES.map((file) => readFileSync(file, 'utf8')).join(''),
};
