import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Plot, type PlotProps } from './plot.js';

/** A value under the cursor; without a text it is left out. */
export interface ReadOutRow {
  readonly kind: string;
  readonly name: string;
  readonly text: string | undefined;
}

export interface LineChartProps extends Omit<PlotProps, 'cursor'> {
  /** The chart in words, for screen readers. */
  readonly label: string;
  readonly readOut: (index: number) => readonly ReadOutRow[];
  /** Where a click of a mouse leads. */
  readonly href?: string;
  /** Name of a point on the horizontal axis. */
  readonly pointText: (index: number) => string;
  readonly onCursor?: (index: number | undefined) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -24, PageDown: 24 };

/** The values stand beside the cursor, on the side with more room. @param share of the width that is left of the cursor */
const placeOf = (share: number): { readonly left?: string; readonly right?: string } =>
  share < 0.5
    ? { left: `calc(var(--axis) + (100% - var(--axis)) * ${share.toFixed(4)} + 10px)` }
    : { right: `calc((100% - var(--axis)) * ${(1 - share).toFixed(4)} + 10px)` };

/**
 * Lines and bands over one axis, as SVG that needs no script to be seen. The cursor follows a pointer, and the keys: arrows
 * by one, Page Up and Down by 24, Home, End, Escape.
 */
export function LineChart(props: LineChartProps): JSX.Element {
  const { count, label, isLarge = false, readOut, pointText, onCursor, href } = props;
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const readOutId = useId();
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
    const { left, width } = (event.currentTarget.firstElementChild ?? event.currentTarget).getBoundingClientRect();
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
        // A finger that is lifted leaves: its values stay until another place is touched.
        onPointerLeave={(event) => event.pointerType === 'mouse' && move(undefined)}
        onClick={(event) => href && 'pointerType' in event && event.pointerType === 'mouse' && location.assign(href)}
        onBlur={() => move(undefined)}
      >
        <svg aria-hidden="true" focusable="false">
          <Plot {...props} cursor={cursor} />
        </svg>
        <output
          class={cursor === undefined ? 'tip unseen' : 'tip'}
          style={cursor === undefined ? {} : placeOf(cursor / Math.max(1, count - 1))}
          id={readOutId}
          aria-live="polite"
        >
          {cursor !== undefined && <b>{pointText(cursor)}</b>}
          {cursor !== undefined &&
            readOut(cursor).map(
              ({ kind, name, text }) =>
                text && (
                  <span key={kind} class={kind}>
                    {name} <b>{text}</b>
                  </span>
                ),
            )}
        </output>
      </div>
    </div>
  );
}
