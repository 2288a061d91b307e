import type { ComponentChildren, JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { BOX, bandPath, linePath, type Scale, scaleOf, type Values, xAt, yAt } from './scale.js';

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
}

export interface LineChartProps {
  /** What it shows, for those who do not see it. */
  readonly label: string;
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
  /** The values under the cursor, in words. */
  readonly readOut: (index: number) => ComponentChildren;
  /** What is written where no cursor is set. */
  readonly rest?: ComponentChildren;
  /** Name of a point on the horizontal axis. */
  readonly pointText: (index: number) => string;
  readonly onCursor?: (index: number | undefined) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -24, PageDown: 24 };

/**
 * Lines and bands over one axis, as SVG that needs no script to be seen. The cursor follows a pointer, and the keys: arrows
 * by one, Page Up and Down by 24, Home, End, Escape.
 */
export function LineChart(props: LineChartProps): JSX.Element {
  const { count, lines, bands = [], dots = [], label, isLarge = false, readOut, rest, pointText, onCursor } = props;
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const readOutId = useId();
  const scale = scaleOf(
    [...[...lines, ...dots].map(({ values }) => values), ...bands.flatMap(({ lower, upper }) => [lower, upper])],
    isLarge ? 6 : 4,
  );
  const move = (to: number | undefined): void => {
    const next = to === undefined ? undefined : Math.max(0, Math.min(count - 1, Math.round(to)));
    setCursor(next);
    onCursor?.(next);
  };
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const from = cursor ?? Math.round(props.rule?.at ?? 0);
    const step = STEPS[event.key];
    const ends: Readonly<Record<string, number>> = { Home: 0, End: count - 1 };
    const to = step === undefined ? ends[event.key] : from + step;
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    move(to);
  };
  const follow = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    move(((event.clientX - left) / width) * (count - 1));
  };
  return (
    <div class={`chart ${isLarge ? 'large' : ''}`}>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${label}. Arrow keys read values out.`}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={cursor ?? Math.round(props.rule?.at ?? 0)}
        aria-valuetext={pointText(cursor ?? Math.round(props.rule?.at ?? 0))}
        aria-controls={readOutId}
        onKeyDown={press}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => move(undefined)}
        onBlur={() => move(undefined)}
      >
        <svg aria-hidden="true" focusable="false">
          {scale && <Drawing {...props} bands={bands} scale={scale} cursor={cursor} />}
        </svg>
      </div>
      <output class="read-out" id={readOutId} aria-live="polite">
        {cursor === undefined ? rest : readOut(cursor)}
      </output>
    </div>
  );
}

interface DrawingProps extends LineChartProps {
  readonly scale: Scale;
  readonly cursor: number | undefined;
}

const share = (part: number): string => `${(part / BOX) * 100}%`;

function Drawing({
  scale,
  cursor,
  count,
  lines,
  bands = [],
  dots = [],
  ticks,
  rule,
  valueText,
  isLarge,
}: DrawingProps): JSX.Element {
  const across = (index: number): string => share(xAt(index, count));
  return (
    <>
      {scale.ticks.map((value) => (
        <line key={value} class="grid" x1="0" x2="100%" y1={share(yAt(value, scale))} y2={share(yAt(value, scale))} />
      ))}
      {ticks.map(({ at, text }) => (
        <line key={text} class="day" x1={across(at)} x2={across(at)} y1="0" y2="100%" />
      ))}
      <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
        {bands.map(({ kind, lower, upper }) => (
          <path key={kind} class={`band ${kind}`} d={bandPath(lower, upper, scale)} />
        ))}
        {lines.map(({ kind, values }, i) => (
          <path key={`${kind}${i}`} class={`line ${kind}`} d={linePath(values, scale)} />
        ))}
      </svg>
      {dots.flatMap(({ kind, values }) =>
        values.map((value, i) =>
          value === null ? null : (
            <circle key={`${kind}${i}`} class={`dot ${kind}`} cx={across(i)} cy={share(yAt(value, scale))} r="3.5" />
          ),
        ),
      )}
      {rule && <line class="rule" x1={across(rule.at)} x2={across(rule.at)} y1="0" y2="100%" />}
      {cursor !== undefined && (
        <>
          <line class="cursor" x1={across(cursor)} x2={across(cursor)} y1="0" y2="100%" />
          {lines.map(({ kind, values }, i) => {
            const value = values[cursor] ?? null;
            return value === null ? null : (
              <circle
                key={`${kind}${i}`}
                class={`dot ${kind}`}
                cx={across(cursor)}
                cy={share(yAt(value, scale))}
                r="4"
              />
            );
          })}
        </>
      )}
      {scale.ticks.slice(1).map((value) => (
        <text key={value} class="value" x="0" y={share(yAt(value, scale))} dy="11">
          {valueText(value)}
        </text>
      ))}
      {ticks
        .filter(({ at }) => at / count < (isLarge ? 0.94 : 0.86))
        .map(({ at, text }) => (
          <text key={text} class="time" x={across(at)} y="100%" dx="4" dy="-4">
            {text}
          </text>
        ))}
      {rule && (
        <text class="rule-text" x={across(rule.at)} y="0" dx="4" dy="11">
          {rule.text}
        </text>
      )}
    </>
  );
}
