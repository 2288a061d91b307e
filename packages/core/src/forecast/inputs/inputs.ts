import { screenPolicy } from '../../areas/screen-policy.js';
import type { LocalCalendar } from '../../calendar/local-calendar.js';
import type { KnownSeries } from '../../series/known-series.js';
import { DAY_MS, type EpochMs } from '../../time/instant.js';
import { Climatology, type ClimatologySettings } from '../climatology/climatology.js';
import type { ForecastData } from '../forecaster.js';
import { AsOfHours } from './as-of-hours.js';
import { DayTable } from './day-table.js';
import type { Refit } from './training-cutoff.js';

/** The first hour of EIA-930. Nothing earlier is read. */
export const HISTORY_START: EpochMs = Date.UTC(2015, 6, 1);
/** What is read anew at every issue: far enough back for two months of features and a month of medians. */
const RECENT_DAYS = 100;
/** An operator forecasts at most the day after tomorrow. */
const OPERATOR_HOURS_AHEAD = 72;

/** One load series in one local calendar: as known at the refit (to learn from) and at the issue (to forecast from). */
export interface SeriesInputs {
  readonly id: string;
  readonly trainingView: DayTable;
  /** Replaced when the refit moves. */
  issueView: DayTable;
  readonly climatology: Climatology;
}

interface Reading {
  readonly trainingView: AsOfHours;
  issueView: AsOfHours;
  series: KnownSeries | undefined;
  refit: EpochMs;
  readonly locals: { readonly local: LocalCalendar; readonly inputs: SeriesInputs }[];
}

/** Screened load of every series that the models of one process read, shared between areas. */
export class Inputs {
  private readonly data: ForecastData;
  private readonly climatology: ClimatologySettings | undefined;
  private readonly readings = new Map<string, Reading>();
  private readonly operatorReadings = new Map<string, Reading>();

  /** @param climatology how the calendar is trainingView; as the engine does if nothing is said */
  constructor(data: ForecastData, climatology?: ClimatologySettings) {
    this.data = data;
    this.climatology = climatology;
  }

  /**
   * A series' load as known at the refit and at the issue, or undefined when there is nothing of it.
   *
   * @param local clock and holidays of the area that asks
   */
  load(id: string, local: LocalCalendar, refit: Refit, issuedAt: EpochMs): SeriesInputs | undefined {
    return this.read(this.readings, this.data.load(id), id, 0, local, refit, issuedAt);
  }

  /** The operator's forecast of a series' load, likewise. */
  operatorForecast(id: string, local: LocalCalendar, refit: Refit, issuedAt: EpochMs): SeriesInputs | undefined {
    const series = this.data.operatorForecast(id);
    return this.read(this.operatorReadings, series, id, OPERATOR_HOURS_AHEAD, local, refit, issuedAt);
  }

  /** The newest hour of a series that passed screening as known at the last read, or undefined. */
  newestGood(id: string): EpochMs | undefined {
    const issueView = this.readings.get(id)?.issueView;
    const hour = issueView?.newestGood() ?? -1;
    return issueView && hour >= 0 ? issueView.start + hour * 3_600_000 : undefined;
  }

  private read(
    readings: Map<string, Reading>,
    series: KnownSeries | undefined,
    id: string,
    hoursAhead: number,
    local: LocalCalendar,
    refit: Refit,
    issuedAt: EpochMs,
  ): SeriesInputs | undefined {
    if (!series || series.values.length === 0) return undefined;
    const reading = readingAt(readings, id, hoursAhead, refit);
    if (reading.series !== series || reading.refit !== refit.refitAt) {
      reading.trainingView.moveTo(series, refit.refitAt);
      reading.series = series;
      reading.refit = refit.refitAt;
    }
    reading.issueView.moveTo(series, issuedAt);
    const inputs = inCalendar(id, local, reading, this.climatology);
    inputs.trainingView.sync();
    inputs.issueView.sync();
    return inputs;
  }
}

function readingAt(readings: Map<string, Reading>, id: string, hoursAhead: number, refit: Refit): Reading {
  const recentStart = Math.max(HISTORY_START, Math.floor(refit.refitAt / DAY_MS - RECENT_DAYS) * DAY_MS);
  const policy = screenPolicy(id);
  let reading = readings.get(id);
  if (!reading) {
    const trainingView = new AsOfHours(HISTORY_START, policy, hoursAhead);
    const issueView = new AsOfHours(recentStart, policy, hoursAhead);
    reading = { trainingView, issueView, series: undefined, refit: Number.NaN, locals: [] };
    readings.set(id, reading);
  }
  if (reading.issueView.start !== recentStart) {
    reading.issueView = new AsOfHours(recentStart, policy, hoursAhead);
    for (const { local, inputs } of reading.locals) inputs.issueView = new DayTable(reading.issueView, local);
  }
  return reading;
}

function inCalendar(
  id: string,
  local: LocalCalendar,
  { trainingView, issueView, locals }: Reading,
  settings?: ClimatologySettings,
): SeriesInputs {
  const known = locals.find((one) => one.local.timezone === local.timezone && one.local.calendar === local.calendar);
  if (known) return known.inputs;
  const days = new DayTable(trainingView, local);
  const climatology = new Climatology(days, settings);
  const inputs = { id, trainingView: days, issueView: new DayTable(issueView, local), climatology };
  locals.push({ local, inputs });
  return inputs;
}
