import type { JSX } from 'preact';
import type { Values } from '../data/values.js';
import { BOX, bandPath, linePath, type Scale, scaleOf, xAt, yAt } from './scale.js';

export interface ChartLine {
  /** How it looks: `actual`, `forecast`, `operator`, `naive`, `ghost`. The legend uses the same names. */
  readonly kind: string;
  readonly values: Values;
}

export interface ChartBand {
  readonly kind: string;
  readonly lower: Values;
  readonly upper: Values;
}

export interface Tick {
  /** Fraction of an index is allowed: a day begins between two hours. */
  readonly at: number;
  readonly text: string;
  /** It is an hour of a day, not where one begins. */
  readonly isMark?: boolean;
}

export interface PlotProps {
  /** Points on the horizontal axis. */
  readonly count: number;
  readonly lines: readonly ChartLine[];
  readonly bands?: readonly ChartBand[];
  /** Single values that belong to no line. */
  readonly dots?: readonly ChartLine[];
  readonly ticks: readonly Tick[];
  /** Where the past ends. */
  readonly rule?: { readonly at: number; readonly text: string };
  readonly isLarge?: boolean;
  /** How the vertical axis is written. */
  readonly valueText: (value: number) => string;
  /** The point whose values are marked. */
  readonly cursor?: number | undefined;
}

/** Lines, bands and dots over one axis: the content of an `svg` of any size. */
export function Plot(props: PlotProps): JSX.Element | null {
  const { lines, bands = [], dots = [], isLarge = false } = props;
  const edges = bands.flatMap(({ lower, upper }) => [lower, upper]);
  const scale = scaleOf([...[...lines, ...dots].map(({ values }) => values), ...edges], isLarge ? 6 : 4);
  return scale ? <Drawing {...props} scale={scale} /> : null;
}

interface DrawingProps extends PlotProps {
  readonly scale: Scale;
}

const share = (part: number): string => `${(part / BOX) * 100}%`;

/** Share of the width that a tick's text takes from its tick on. */
const ROOM = { large: 0.06, small: 0.15 };
/** The line between past and future ends above the names of days: it may be anywhere beside them. */
const RULE_END = { large: '94%', small: '90%' };
/** Width of a tick's text on a phone, where charts are as wide as a small one. */
const PHONE_ROOM = 0.18;

/** A tick's text, as much of it as there is room for to its right. */
function TickText({ tick, count, isLarge }: { tick: Tick; count: number; isLarge: boolean }): JSX.Element | null {
  const { at, text, isMark } = tick;
  const free = 1 - xAt(at, count) / BOX;
  if (text === '' || free < (isLarge ? ROOM.large : ROOM.small)) return null;
  const isFar = free < PHONE_ROOM || (isLarge && isMark);
  return (
    <text class={isFar ? 'time far' : 'time'} x={share(xAt(at, count))} y="100%" dx="4" dy="-4">
      {text}
    </text>
  );
}

function Drawing(props: DrawingProps): JSX.Element {
  const { scale, count, ticks, rule, valueText, isLarge = false } = props;
  const across = (index: number): string => share(xAt(index, count));
  return (
    <>
      {scale.ticks.map((value) => (
        <line key={value} class="grid" x1="0" x2="100%" y1={share(yAt(value, scale))} y2={share(yAt(value, scale))} />
      ))}
      {ticks.map(({ at, isMark }) => (
        <line key={at} class="day" x1={across(at)} x2={across(at)} y1={isMark ? '97%' : '0'} y2="100%" />
      ))}
      <Curves {...props} />
      {rule && (
        <line
          class="rule"
          x1={across(rule.at)}
          x2={across(rule.at)}
          y1="0"
          y2={isLarge ? RULE_END.large : RULE_END.small}
        />
      )}
      <Cursor {...props} />
      {scale.ticks.map((value) => (
        <text key={value} class="value" x="0" y={share(yAt(value, scale))} dx="-6" dy="4">
          {valueText(value)}
        </text>
      ))}
      {ticks.map((tick) => (
        <TickText key={tick.at} tick={tick} count={count} isLarge={isLarge} />
      ))}
      {rule && (
        <text class="rule-text" x={across(rule.at)} y="0" dx="4" dy="11">
          {rule.text}
        </text>
      )}
    </>
  );
}

function Curves({ scale, count, bands = [], lines, dots = [] }: DrawingProps): JSX.Element {
  return (
    <>
      <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
        {bands.map(({ kind, lower, upper }) => (
          <path key={kind} class={`band ${kind}`} d={bandPath(lower, upper, scale)} />
        ))}
        {lines.map(({ kind, values }, i) => (
          <path key={`${kind}${i}`} class={`line ${kind}`} d={linePath(values, scale)} />
        ))}
      </svg>
      {dots.flatMap(({ kind, values }) =>
        values.map((value, i) => <Dot key={`${kind}${i}`} {...{ kind, value, count, scale }} index={i} radius="3.5" />),
      )}
    </>
  );
}

/** A line across the chart at the point whose values are marked, with a dot on each line. */
function Cursor({ cursor, scale, count, lines }: DrawingProps): JSX.Element | null {
  if (cursor === undefined) return null;
  const x = share(xAt(cursor, count));
  return (
    <>
      <line class="cursor" x1={x} x2={x} y1="0" y2="100%" />
      {lines.map(({ kind, values }, i) => (
        <Dot key={`${kind}${i}`} {...{ kind, count, scale }} value={values[cursor] ?? null} index={cursor} radius="4" />
      ))}
    </>
  );
}

interface DotProps {
  readonly kind: string;
  readonly value: number | null;
  readonly index: number;
  readonly count: number;
  readonly scale: Scale;
  readonly radius: string;
}

function Dot({ kind, value, index, count, scale, radius }: DotProps): JSX.Element | null {
  if (value === null) return null;
  return <circle class={`dot ${kind}`} cx={share(xAt(index, count))} cy={share(yAt(value, scale))} r={radius} />;
}
