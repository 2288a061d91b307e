import type { DayNumber } from '../calendar/holiday-calendar.js';
import { ServiceError } from '../errors/service-error.js';
import { newestHour } from '../series/known-series.js';
import { loadShortfall } from '../series/load-shortfall.js';
import { type EpochMs, floorToHour, HOUR_MS } from '../time/instant.js';
import type { DriverParts } from '../vintages/run-drivers.js';
import { AreaInputsReader } from './area-inputs-reader.js';
import type { ModelSeries } from './climatology/climatology.js';
import type { AreaModels } from './combination/area-models.js';
import type { EnsembleWeights } from './combination/ensemble.js';
import type { InputTier, TierForecasts } from './combination/input-tier.js';
import { selectTier } from './combination/select-tier.js';
import { FittedModels, type IssueInputs } from './fitted-models.js';
import type { FittedStates, WantedStates } from './fitted-states.js';
import type { ForecastData, ForecastTarget, IssuedForecast, IssueOptions } from './forecaster.js';
import { type LocalHours, localDayNumber, localHour, localHoursOf } from './inputs/local-days.js';
import { type Refit, refitFor } from './inputs/training-cutoff.js';
import { contributionsOf, joinLeads, joinParts, meanParts } from './output/contributions.js';
import { toHourly, toHourlyQuantiles } from './output/to-hourly.js';
import { ERROR_DEPENDENCE, ISSUE, REFERENCE, TRAILING_ERROR } from './settings.data.js';
import type { DayCalibration } from './uncertainty/calibration.js';
import { mediansOf } from './uncertainty/median.js';
import { calibrationAt, type NearGrowth } from './uncertainty/reference-hour.js';

export const MODEL_VERSION = '1.10.0';

/** The load that a forecast starts from. */
interface Origin {
  readonly own: ModelSeries;
  readonly refit: Refit;
  /** Start of the newest measured hour, in the operator's own feed too. */
  readonly newest: EpochMs;
  /** Lead day 0: the local day of the first hour after the known load. */
  readonly day: DayNumber;
  /** Hours of lead day 0 that are known or filled in, and how many of the newest of them are filled in. */
  readonly knownHours: number;
  readonly filledHours: number;
}

interface Read {
  readonly origin: Origin;
  readonly issue: IssueInputs;
}

/** The forecast of the reference hour: its lead days after the near ones are issued, and its calibration is used. */
interface ReferenceForecast {
  readonly models: AreaModels;
  readonly forecasts: TierForecasts;
  readonly excludedInputs: readonly string[];
  readonly calibration: DayCalibration;
}

/** The forecast of the near lead days, made with all hours known at the issue. */
interface NearForecast {
  readonly models: AreaModels;
  readonly tier: InputTier;
  readonly weights: EnsembleWeights;
  /** Share of the autoregression, output by output; the ensemble has the rest. */
  readonly shareOf: (output: number) => number;
  readonly logs: Float64Array;
}

/** The engine bound to an area. */
export class EngineForecaster {
  private readonly area: ForecastTarget;
  private readonly data: ForecastData;
  private readonly reader: AreaInputsReader;
  private readonly models: FittedModels;
  /** The inputs that `lacking` read. The issue uses them again unless something has moved the shared reader since. */
  private lastRead: { readonly issuedAt: EpochMs; readonly reads: number; readonly read: Read } | undefined;

  /** @param states where fits outlast the process; without it they end with it */
  constructor(area: ForecastTarget, data: ForecastData, states?: FittedStates) {
    this.area = area;
    this.data = data;
    this.reader = new AreaInputsReader(area, data, { extendsFits: states === undefined });
    this.models = new FittedModels(area, this.reader.globalModels, states);
  }

  /** The states that an issue would read, except those that are in memory. @throws {ServiceError} `no_data` */
  lacking(issuedAt: EpochMs): WantedStates {
    const read = this.read(issuedAt);
    this.lastRead = { issuedAt, reads: this.reader.inputs.reads, read };
    return this.models.lacking([REFERENCE.knownHours, read.origin.knownHours], read.issue);
  }

  /** See `AreaForecaster.issue`. */
  issue(issuedAt: EpochMs, options: IssueOptions = {}): IssuedForecast {
    const { lastRead } = this;
    this.lastRead = undefined;
    const isCurrent = lastRead?.issuedAt === issuedAt && lastRead.reads === this.reader.inputs.reads;
    const { origin, issue } = isCurrent ? lastRead.read : this.read(issuedAt);
    const newestFault = this.reader.inputs.newestFault(this.area.series);
    const reported = this.reader.inputs.newestReported(this.area.series) ?? origin.newest;
    const { inputs } = issue;
    const reference = this.referenceForecast(origin, issue);
    const near = this.nearForecast(origin, issue, reference);
    const medians = mediansOf(
      joinLeads(near.logs, reference.forecasts.logs),
      calibrationAt(reference.calibration, computeGrowth(near, reference), origin.knownHours, origin.filledHours),
    );
    const hours = localHoursOf(this.area.timezone, issuedAt, origin.day);
    const hourly = toHourly(hours, medians.logs, medians.calibration);
    return {
      start: hours.start,
      ...hourly,
      dataCutoff: reported,
      model: { name: `loadcast-${near.tier.name}`, version: MODEL_VERSION },
      excludedInputs: [
        ...(newestFault ? [`newest-load: ${newestFault}`] : []),
        ...(inputs.operatorFault ? [`operator: ${inputs.operatorFault}`] : []),
        ...reference.excludedInputs,
      ],
      dependence: ERROR_DEPENDENCE,
      ...(options.quantiles && { quantiles: toHourlyQuantiles(hours, medians.logs, medians.calibration) }),
      ...(options.contributions && { contributions: explanation(origin, reference, near, hours, hourly.valueMw) }),
    };
  }

  /** @throws {ServiceError} `no_data` without load, or with load that is too old */
  private originOf(issuedAt: EpochMs): Origin {
    const { area, reader } = this;
    const load = this.data.load(area.series);
    if (!load) throw noData(area, 'source_late', 'no load is known yet');
    const refit = refitFor(load, issuedAt);
    const own = reader.load(area.series, area, refit, issuedAt);
    const newest = reader.inputs.newestGood(area.series);
    if (!own || newest === undefined || issuedAt - newest > ISSUE.longestGapDays * 24 * HOUR_MS) {
      const isKnown = newestHour(load, issuedAt) !== undefined;
      throw noData(area, 'source_late', isKnown ? `no load for ${ISSUE.longestGapDays} days` : 'no load is known yet');
    }
    const shortfall = area.needs && loadShortfall(load, area.needs, issuedAt);
    if (shortfall !== undefined) throw noData(area, 'before_history', shortfall);
    const start = Math.max(newest + HOUR_MS, floorToHour(issuedAt) - ISSUE.latestOwnLoadHours * HOUR_MS);
    return {
      own,
      refit,
      newest,
      day: localDayNumber(area.timezone, start),
      knownHours: localHour(area.timezone, start),
      filledHours: (start - newest) / HOUR_MS - 1,
    };
  }

  private read(issuedAt: EpochMs): Read {
    const origin = this.originOf(issuedAt);
    const { own, refit, day } = origin;
    const inputs = this.reader.read(own, refit, issuedAt, day);
    return { origin, issue: { refit, inputs, fingerprint: this.reader.fingerprint(inputs, refit) } };
  }

  /** Selects the tier. @throws {ServiceError} `no_data` with too little history */
  private referenceForecast({ own, refit, day }: Origin, issue: IssueInputs): ReferenceForecast {
    const models = this.models.at(REFERENCE.knownHours, issue);
    const { fittedDays } = this.models;
    if (fittedDays < ISSUE.fewestDays) {
      const why = `${fittedDays} complete days of load before yesterday are known; a first forecast needs ${ISSUE.fewestDays}`;
      throw noData(this.area, 'before_history', why);
    }
    const select = () =>
      selectTier(models.tiers, models.predict(Math.min(refit.trainingCutoff, day), day), own.issueView, day);
    let selection = select();
    if (!this.models.canCalibrate(models, selection.forecasts.tier)) {
      this.models.refit(models, issue);
      selection = select();
    }
    const { forecasts, excludedInputs } = selection;
    const calibration = this.models.calibrate(models, forecasts, issue, day);
    return { models, forecasts, excludedInputs, calibration };
  }

  /**
   * The forecast of the reference's tier, or of the best there is, with its weights where the members are the same; in the next hours
   * averaged with the autoregression.
   */
  private nearForecast({ day, knownHours }: Origin, issue: IssueInputs, reference: ReferenceForecast): NearForecast {
    const { forecasts } = reference;
    const models = this.models.at(knownHours, issue);
    const tier = models.tiers.find(({ name }) => name === forecasts.tier.name) ?? models.tiers.at(-1)!;
    const isLikeReference = sameKinds(tier, forecasts.tier);
    const weights = (isLikeReference ? forecasts.tier : tier).past.weights;
    const recent = models.predict(day, day);
    const mean = () => tier.combined(recent, 0, weights);
    const corrected = () => (isLikeReference ? addCorrection(mean(), forecasts.correction, knownHours) : mean());
    const ensemble = models === reference.models ? forecasts.logs : corrected();
    const nearShares = isLikeReference ? forecasts.tier.past.nearShares : undefined;
    const shareOf = (output: number) => nearShares?.[output - knownHours] ?? 0;
    const autoregression = recent.get(models.autoregression)![0]!;
    const logs = ensemble.map((log, output) => {
      const share = shareOf(output);
      return share > 0 ? log + share * (autoregression[output]! - log) : log;
    });
    return { models, tier, weights, shareOf, logs };
  }
}

/** Adds the reference's correction to logs at another number of known hours: the farther from the newest load, the more of it. */
function addCorrection(logs: Float64Array, correction: Float64Array, knownHours: number): Float64Array {
  const share = (hours: number) => Math.max(0, Math.min(1, hours / TRAILING_ERROR.fullFromHours));
  return logs.map((log, output) => log + share(output - knownHours) * correction[output]!);
}

/** How errors grow from the newest load: less where operator or weather inputs make tomorrow's errors smaller. */
function computeGrowth({ models, tier }: NearForecast, reference: ReferenceForecast): NearGrowth {
  const { ofLoad, aboveLoad } = REFERENCE.nearGrowth;
  const isAboveLoad = tier.members.some(({ isFallback }) => isFallback);
  return {
    near: models.nearErrors,
    reference: reference.models.nearErrors,
    ...(isAboveLoad ? aboveLoad : ofLoad),
  };
}

/** The values split by input, on request. */
function explanation(
  { own, day, refit }: Origin,
  { forecasts: { tier } }: ReferenceForecast,
  near: NearForecast,
  hours: LocalHours,
  valueMw: Float64Array,
): DriverParts {
  const parts = joinParts(
    meanParts(near.tier.members, day, near.weights, (output) => 1 - near.shareOf(output)),
    meanParts(tier.members, day, tier.past.weights),
  );
  return contributionsOf(hours, valueMw, parts, own.climatology, day, refit.trainingCutoff);
}

/** Whether two tiers have members of the same kinds, so that the weights of one apply to the other. */
function sameKinds(a: InputTier, b: InputTier): boolean {
  return a.members.length === b.members.length && a.members.every(({ kind }, i) => kind === b.members[i]!.kind);
}

function noData(area: ForecastTarget, reason: 'source_late' | 'before_history', why: string): ServiceError {
  return new ServiceError('no_data', `${area.name}: ${why}`, { reason });
}
