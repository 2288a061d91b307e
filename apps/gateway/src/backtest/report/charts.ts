import { escapeHtml, fixed } from './html.js';

/** A line or row of bars: one value per position, NaN where there is none. */
export interface ChartSeries {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Index of its colour; by default its place among the series. */
  readonly colour?: number;
}

export interface ChartOptions {
  readonly title: string;
  readonly unit: string;
  /** Label of a position on the x axis. */
  readonly labelX: (x: number) => string;
  /** Level to draw a dashed line at. */
  readonly target?: number;
  /** Positions to label; by default some at equal distance. */
  readonly ticksX?: readonly number[];
}

const WIDTH = 330;
const HEIGHT = 170;
const LEFT = 38;
const RIGHT = 8;
const TOP = 24;
const BOTTOM = 22;
const colourOf = ({ colour }: ChartSeries, place: number): string => COLOURS[(colour ?? place) % COLOURS.length]!;
const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'];

interface Scale {
  x(value: number): number;
  y(value: number): number;
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** Lines over a numeric axis, drawn as SVG. Gaps wider than `maxGap` positions break a line. */
export function lineChart(
  series: readonly ChartSeries[],
  options: ChartOptions,
  maxGap = Number.POSITIVE_INFINITY,
): string {
  const scale = scaleOf(series, options, { fromZero: false, padX: 0 });
  const lines = series.map((each, i) => {
    const { name, points } = each;
    let path = '';
    let last: number | undefined;
    for (const { x, y } of points) {
      if (!Number.isFinite(y)) continue;
      const isGap = last === undefined || x - last > maxGap;
      path += `${isGap ? 'M' : 'L'}${scale.x(x).toFixed(1)} ${scale.y(y).toFixed(1)}`;
      last = x;
    }
    return `<path d="${path}" fill="none" stroke="${colourOf(each, i)}" stroke-width="1.6"><title>${escapeHtml(name)}</title></path>`;
  });
  return frame(series, options, scale, lines.join(''));
}

/** One bar a position, standing on zero. */
export function barChart(series: ChartSeries, options: ChartOptions): string {
  const scale = scaleOf([series], options, { fromZero: true, padX: 0.5 });
  const width = (0.7 * (WIDTH - LEFT - RIGHT)) / Math.max(1, series.points.length);
  const bars = series.points.map(({ x, y }) => {
    const height = Number.isFinite(y) ? scale.y(0) - scale.y(y) : 0;
    const label = `${options.labelX(x)}: ${fixed(y, 2)}`;
    return `<rect x="${(scale.x(x) - width / 2).toFixed(1)}" y="${(scale.y(0) - height).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${colourOf(series, 0)}"><title>${escapeHtml(label)}</title></rect>`;
  });
  return frame([series], options, scale, bars.join(''));
}

function scaleOf(
  series: readonly ChartSeries[],
  { target }: ChartOptions,
  { fromZero, padX }: { fromZero: boolean; padX: number },
): Scale {
  const points = series.flatMap((each) => each.points).filter(({ y }) => Number.isFinite(y));
  const xs = points.map(({ x }) => x);
  const ys = [...points.map(({ y }) => y), ...(target === undefined ? [] : [target])];
  const [minX, maxX] = [Math.min(...xs), Math.max(...xs)];
  const low = fromZero ? 0 : Math.min(...ys);
  const margin = (Math.max(...ys) - low || 1) * 0.06;
  const [minY, maxY] = [fromZero ? 0 : low - margin, Math.max(...ys) + margin];
  const spanX = maxX - minX + 2 * padX || 1;
  return {
    minX,
    maxX,
    minY,
    maxY,
    x: (value) => LEFT + ((value - minX + padX) / spanX) * (WIDTH - LEFT - RIGHT),
    y: (value) => HEIGHT - BOTTOM - ((value - minY) / (maxY - minY)) * (HEIGHT - TOP - BOTTOM),
  };
}

function frame(series: readonly ChartSeries[], options: ChartOptions, scale: Scale, drawn: string): string {
  if (!Number.isFinite(scale.minX)) return '';
  const { title, unit, labelX, target } = options;
  const step = niceStep(scale.maxY - scale.minY);
  const ticksY = multiplesOf(step, scale.minY, scale.maxY);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + (String(step).includes('25') ? 1 : 0));
  const grid = ticksY.map(
    (tick) =>
      `<path d="M${LEFT} ${scale.y(tick).toFixed(1)}H${WIDTH - RIGHT}" class="grid"/><text x="${LEFT - 4}" y="${(scale.y(tick) + 3.5).toFixed(1)}" text-anchor="end">${fixed(tick, decimals)}</text>`,
  );
  const ticksX = options.ticksX ?? positionsX(scale.minX, scale.maxX);
  const labels = ticksX.map(
    (x) => `<text x="${scale.x(x).toFixed(1)}" y="${HEIGHT - 7}" text-anchor="middle">${escapeHtml(labelX(x))}</text>`,
  );
  const line =
    target === undefined ? '' : `<path d="M${LEFT} ${scale.y(target).toFixed(1)}H${WIDTH - RIGHT}" class="target"/>`;
  const legend = series.length < 2 ? '' : legendOf(series);
  return `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}"><text x="4" y="13" class="title">${escapeHtml(title)} <tspan class="unit">${escapeHtml(unit)}</tspan></text>${grid.join('')}${labels.join('')}${drawn}${line}</svg>${legend}</figure>`;
}

function legendOf(series: readonly ChartSeries[]): string {
  const entries = series.map(
    (each, i) => `<span><i style="background:${colourOf(each, i)}"></i>${escapeHtml(each.name)}</span>`,
  );
  return `<figcaption>${entries.join(' ')}</figcaption>`;
}

/** A round step that a span holds two to six times. */
function niceStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / 5));
  return [1, 2, 2.5, 5].map((factor) => factor * power).find((step) => span / step <= 5) ?? 10 * power;
}

function multiplesOf(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Whole positions at equal distance, at most eight, from the first on. */
function positionsX(minX: number, maxX: number): number[] {
  const span = maxX - minX;
  const step = [1, 2, 3, 4, 6, 12, 24, 48, 72].find((candidate) => span / candidate <= 11) ?? Math.ceil(span / 8);
  const positions: number[] = [];
  for (let x = minX; x <= maxX; x += step) positions.push(x);
  return positions;
}
