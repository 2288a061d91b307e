import { type DayNumber, dayNumber } from '../../calendar/holiday-calendar.js';
import { ServiceError } from '../../errors/service-error.js';
import { HOUR_MS } from '../../time/instant.js';
import { ModelSeries } from '../climatology/climatology.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import { InputTier, type TierForecasts } from '../combination/input-tier.js';
import type { Forecaster, ForecastTarget } from '../forecaster.js';
import { Inputs } from '../inputs/inputs.js';
import { localDayNumber, localHoursOf } from '../inputs/local-days.js';
import { type Refit, refitFor } from '../inputs/training-cutoff.js';
import { toHourly } from '../output/to-hourly.js';
import { constantGroup, featureGroup, sumOver } from '../regression/design/feature-group.js';
import { LoadDesign } from '../regression/design/load-design.js';
import type { ResidualFeatures } from '../regression/design/residual-features.js';
import { Member } from '../regression/member.js';
import { PAST_DAYS, TierCalibrations } from '../uncertainty/calibration.js';

const MODEL = { name: 'calendar-lag-regression', version: '1.0.0' } as const;

/** Days with load before the first forecast: two of each weekday. */
const FEWEST_DAYS = 14;
/** Older load would need lead days beyond the last. */
const LATEST_LOAD_HOURS = 24;

/** Parameters that the engine's settings do not change, so that scores of other years stay comparable. Nearly nothing is clipped. */
const OPTIONS = {
  knownHours: 0,
  lastLeadDay: LAST_LEAD_DAY,
  firstDay: dayNumber(2016, 1, 1),
  neighbourPenalty: 1,
  clip: 1,
  ridge: { 0: 300, 1: 450, 2: 700, 5: 1300, 9: 2200 },
} as const;

/** Mean residuals of yesterday, of the day a week ago, and of the last week. */
const OWN_GROUPS: readonly ResidualFeatures[] = [
  featureGroup('mean of the day before', 1, 0.3, (own, day) => own.mean(day - 1, 0, 24)),
  featureGroup('mean of the day a week before', 1, 0.3, (own, day) => own.mean(day - 7, 0, 24)),
  featureGroup('mean of the week before', 1, 0.3, (own, day) =>
    sumOver(1, 8, (back) => own.mean(day - back, 0, 24) / 7),
  ),
  constantGroup(0.3),
];

/**
 * The plain regression: load on calendar, trend and a few lagged daily means, refitted every month, with bounds from its past
 * errors. It reads no hour of the issue day. The engine is compared with it.
 *
 * @see Hong 2010, "Short Term Electric Load Forecasting" (the vanilla benchmark, here without temperature)
 */
export const calendarLagRegression: Forecaster = {
  name: MODEL.name,
  version: MODEL.version,
  inputs: ['own'],
  series: ({ series }) => [{ series, measure: 'demand' }],
  forArea: (area, data) => {
    const inputs = new Inputs(data);
    let own: ModelSeries | undefined;
    let tier: InputTier | undefined;
    const calibrations = new TierCalibrations();
    return {
      async issue(issuedAt) {
        const load = data.load(area.series);
        if (!load) throw noData(area, 'source_late');
        const refit = refitFor(load, issuedAt);
        const views = inputs.load(area.series, area, refit, issuedAt);
        const newest = inputs.newestGood(area.series);
        if (!views || newest === undefined || issuedAt - newest > LATEST_LOAD_HOURS * HOUR_MS)
          throw noData(area, 'source_late');
        own ??= new ModelSeries(views);
        own.readTraining();
        own.climatology.prepare(refit);
        if (own.climatology.fittedDays < FEWEST_DAYS) throw noData(area, 'before_history');
        const day = localDayNumber(area.timezone, newest + HOUR_MS);
        if (tier?.past.trainingCutoff !== refit.trainingCutoff) tier = fitTo(own, refit);
        const forecasts = forecastsOf(tier, own, day);
        const calibration = calibrations.calibrate(forecasts, own.trainingView, own.issueView, day);
        const hours = localHoursOf(area.timezone, issuedAt, day);
        const issued = toHourly(hours, forecasts.logs, calibration);
        return { start: hours.start, ...issued, dataCutoff: newest, model: MODEL, excludedInputs: [] };
      },
    };
  },
};

/** The fit of one refit, as an ensemble of one member. */
function fitTo(own: ModelSeries, refit: Refit): InputTier {
  const member = new Member(new LoadDesign(own, [], { ...OPTIONS, ownGroups: OWN_GROUPS }));
  member.advance(refit, refit.trainingCutoff - PAST_DAYS);
  const tier = new InputTier('load', [{ kind: 'grids', member, isFallback: false }]);
  tier.prepare(refit, own.trainingView);
  return tier;
}

function forecastsOf(tier: InputTier, own: ModelSeries, day: DayNumber): TierForecasts {
  const { member } = tier.members[0]!;
  const recentLogs = new Map([[member, member.predict(Math.min(tier.past.trainingCutoff, day), day + 1)]]);
  return tier.forecasts(recentLogs, day, own.issueView);
}

function noData(area: ForecastTarget, reason: 'source_late' | 'before_history'): ServiceError {
  return new ServiceError('no_data', `${area.name}: too little load for the regression`, { reason });
}
