import type { FanValues, Values } from '../../data/values.js';
import type { HeatMapProps, ReliabilityProps } from '../given.js';

/** What a chart shows, and in what. */
export interface Titled {
  readonly title: string;
  readonly unit: string;
}

export interface StillLine {
  readonly text: string;
  readonly values: Values;
}

interface StillLines extends Titled {
  /** Up to four, which differ by color and dashes; each has a value, or null, at every position. */
  readonly lines: readonly StillLine[];
  /** Names of the positions that have one below the axis. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** A level that would be right. */
  readonly target?: number;
  /** Few positions: each value is a dot too. */
  readonly hasDots?: boolean;
}

interface StillErrors extends Titled {
  /** Hours from the issue of a forecast to the first position. */
  readonly firstLead: number;
  readonly lines: readonly StillLine[];
}

interface StillFan extends Titled, FanValues {
  /** Start of the first hour, epoch ms. */
  readonly startMs: number;
  /** IANA zone whose clock the hours are written by. */
  readonly zone: string;
}

type StillHeatMap = Omit<HeatMapProps, 'cell'>;

/** The console's charts as HTML that needs no script, for the backtest's report. A chart of nothing is empty text. */
export interface StillCharts {
  lines(of: StillLines): string;
  /** Errors by hours ahead, percent. */
  byLead(of: StillErrors): string;
  /** Measured load and the forecast with its band, MW. */
  fan(of: StillFan): string;
  heatMap(of: StillHeatMap): string;
  reliability(of: ReliabilityProps): string;
  /** Styles of all of them, with their colors in both themes. */
  style(): string;
}
