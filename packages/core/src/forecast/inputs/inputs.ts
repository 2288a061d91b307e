import { Areas } from '../../areas/area.js';
import type { LocalCalendar } from '../../calendar/local-calendar.js';
import type { KnownSeries } from '../../series/known-series.js';
import type { LoadSeries } from '../../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { ForecastData } from '../forecaster.js';
import { INPUTS } from '../settings.data.js';
import { AsOfHours } from './as-of-hours.js';
import { DayTable } from './day-table.js';
import { seriesFingerprint } from './fingerprint.js';
import { NewestLoads } from './newest/newest-load.js';
import type { Refit } from './training-cutoff.js';

/** One load series in one local calendar: as known at the refit (training view), and at the issue with newest hours (issue view). */
export interface SeriesInputs {
  readonly id: string;
  /** As of the last `readTraining`: a forecast by a stored fit never reads it. */
  readonly trainingView: DayTable;
  /** Another table after the refit has moved. */
  readonly issueView: DayTable;
  /** Brings the training view to the refit of the last read. */
  readTraining(): void;
}

/** Which of a series' tables is read: `trainingView` in training, `issueView` in a forecast. */
export type View = 'trainingView' | 'issueView';

type MutableInputs = { -readonly [K in keyof SeriesInputs]: SeriesInputs[K] };

/** One series, screened, in both views, and its day tables in each local calendar. */
interface ScreenedViews {
  readonly trainingView: AsOfHours;
  issueView: AsOfHours;
  /** What the training view is moved to when it is read. */
  target: { readonly series: KnownSeries; readonly refitAt: EpochMs };
  readonly locals: { readonly local: LocalCalendar; readonly inputs: MutableInputs }[];
}

/** Screened load of every series that the models of one process read, shared between areas. */
export class Inputs {
  private readonly data: ForecastData;
  private readonly readings = new Map<string, ScreenedViews>();
  private readonly operatorReadings = new Map<string, ScreenedViews>();
  private readonly newest = new NewestLoads();
  private readonly extendsFits: boolean;
  private readonly areas: Areas;
  /** Counts reads of series. Each may move views that were read before. */
  reads = 0;

  /**
   * @param extendsFits whether a refit extends the last: if not, screened hours are freed when they are in a table
   * @param areas have bounds of their own for their load; absent: none has
   */
  constructor(
    data: ForecastData,
    { extendsFits = true, areas }: { extendsFits?: boolean; areas?: Areas | undefined } = {},
  ) {
    this.data = data;
    this.extendsFits = extendsFits;
    this.areas = areas ?? new Areas([]);
  }

  /**
   * A series' load as known at the refit and at the issue, or undefined without any value.
   *
   * @param local clock and holidays of the area that reads it
   */
  load(id: string, local: LocalCalendar, refit: Refit, issuedAt: EpochMs): SeriesInputs | undefined {
    const load = this.data.load(id);
    const newer = load && this.newest.after(id, load, this.data.newestLoad?.(id), issuedAt);
    return this.read(this.readings, load, id, 0, local, refit, issuedAt, newer?.hours);
  }

  /** Why the operator's newest hours of a series were not used at the last `load`, in words. */
  newestFault(id: string): string | undefined {
    return this.newest.faultOf(id);
  }

  /** The operator's forecast of a series' load, likewise. */
  operatorForecast(id: string, local: LocalCalendar, refit: Refit, issuedAt: EpochMs): SeriesInputs | undefined {
    const series = this.data.operatorForecast(id);
    return this.read(this.operatorReadings, series, id, INPUTS.operatorHoursAhead, local, refit, issuedAt);
  }

  /** The newest hour of a series that passed screening as known at the last read, or undefined. */
  newestGood(id: string): EpochMs | undefined {
    return this.newestBefore(id, Number.POSITIVE_INFINITY);
  }

  /** The same of reported load alone, without the operator's own newest hours. */
  newestReported(id: string): EpochMs | undefined {
    return this.newestBefore(id, this.newest.startOf(id) ?? Number.POSITIVE_INFINITY);
  }

  private newestBefore(id: string, end: EpochMs): EpochMs | undefined {
    const issueView = this.readings.get(id)?.issueView;
    const hour = issueView?.newestGood((end - issueView.start) / HOUR_MS) ?? -1;
    return issueView && hour >= 0 ? issueView.start + hour * HOUR_MS : undefined;
  }

  private read(
    readings: Map<string, ScreenedViews>,
    series: KnownSeries | undefined,
    id: string,
    hoursAhead: number,
    local: LocalCalendar,
    refit: Refit,
    issuedAt: EpochMs,
    newer?: LoadSeries,
  ): SeriesInputs | undefined {
    this.reads += 1;
    if (!series || series.values.length === 0) return undefined;
    const target = { series, refitAt: refit.refitAt };
    const views = viewsAt(this.areas, readings, id, hoursAhead, target);
    views.issueView.moveTo(series, issuedAt, newer);
    const inputs = inCalendar(id, local, views, this.extendsFits);
    inputs.issueView.sync();
    return inputs;
  }
}

function viewsAt(
  areas: Areas,
  readings: Map<string, ScreenedViews>,
  id: string,
  hoursAhead: number,
  target: ScreenedViews['target'],
): ScreenedViews {
  const recentDay = Math.floor(target.refitAt / DAY_MS - INPUTS.issueViewDays);
  const recentStart = Math.max(INPUTS.historyStart, recentDay * DAY_MS);
  const policy = areas.screening(id);
  // Only the contract's areas' own load gets a second look, and only at the issue: years of small neighbors have hundreds of
  // steps that a meter made, and a neighbor reads the same whether or not it was added as an area.
  const area = areas.bySeries(id);
  const looksAgain = hoursAhead === 0 && area !== undefined && area.addedAt === undefined;
  const options = { hoursAhead, looksAgain };
  let views = readings.get(id);
  if (!views) {
    const trainingView = new AsOfHours(INPUTS.historyStart, policy, { hoursAhead });
    const issueView = new AsOfHours(recentStart, policy, options);
    views = { trainingView, issueView, target, locals: [] };
    readings.set(id, views);
  }
  views.target = target;
  if (views.issueView.start !== recentStart) {
    views.issueView = new AsOfHours(recentStart, policy, options);
    for (const { local, inputs } of views.locals) inputs.issueView = new DayTable(views.issueView, local);
  }
  return views;
}

function inCalendar(id: string, local: LocalCalendar, views: ScreenedViews, extendsFits: boolean): SeriesInputs {
  const { trainingView, issueView, locals } = views;
  const known = locals.find((one) => one.local.timezone === local.timezone && one.local.calendar === local.calendar);
  if (known) return known.inputs;
  const table = new DayTable(trainingView, local);
  let reached = '';
  const inputs = {
    id,
    trainingView: table,
    issueView: new DayTable(issueView, local),
    readTraining() {
      const { series, refitAt } = views.target;
      const wanted = `${refitAt} ${seriesFingerprint(series, refitAt)}`;
      if (wanted === reached) return;
      trainingView.moveTo(series, refitAt);
      table.sync();
      reached = wanted;
      if (!extendsFits) trainingView.release();
    },
  };
  locals.push({ local, inputs });
  return inputs;
}
