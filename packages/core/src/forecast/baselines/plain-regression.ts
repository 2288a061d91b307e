import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { ServiceError } from '../../errors/service-error.js';
import { HOUR_MS } from '../../time/instant.js';
import type { ModelId } from '../../vintages/vintage.js';
import { ModelSeries } from '../climatology/model-series.js';
import { LAST_LEAD_DAY } from '../combination/ensemble.js';
import { InputTier } from '../combination/input-tier.js';
import type { Forecaster, ForecastTarget } from '../forecaster.js';
import { Inputs } from '../inputs/inputs.js';
import { localDayNumber, localHour } from '../inputs/local-days.js';
import { type LocalHours, localHoursOf } from '../inputs/local-hours.js';
import { type Refit, refitFor } from '../inputs/training-cutoff.js';
import { toHourly } from '../output/to-hourly.js';
import { LoadDesign } from '../regression/design/load-design.js';
import type { ResidualFeatures } from '../regression/design/residual-features.js';
import { Member } from '../regression/member.js';
import type { RidgeSteps } from '../settings.data.js';
import { PAST_DAYS } from '../uncertainty/calibration.js';
import { TierCalibrations } from '../uncertainty/tier-calibrations.js';
import { PLAIN_REGRESSION } from './baselines.data.js';

/** What differs between two plain regressions. */
export interface PlainRegression {
  readonly model: ModelId;
  /** Number of hours of the issue day that are read, given the number of known ones. */
  readonly hoursRead: (knownHours: number) => number;
  /** Features, given the number of hours read of the issue day. */
  readonly features: (hoursRead: number) => readonly ResidualFeatures[];
  /** Ridge strength by lead day. */
  readonly ridge: RidgeSteps;
}

/** The fit of one refit, as an ensemble of one member. */
interface Fit {
  readonly member: Member;
  readonly tier: InputTier;
  readonly calibrations: TierCalibrations;
  readonly trainingCutoff: DayNumber;
}

/**
 * A regression of log load minus the plain climatology on a few features of the own load, refitted every month, with bounds
 * from its past errors. The engine is compared with such.
 */
export const plainRegression = ({ model, hoursRead, features, ridge }: PlainRegression): Forecaster => ({
  ...model,
  inputs: ['own'],
  series: ({ series }) => [{ series, measure: 'demand' }],
  forArea: (area, data) => {
    const inputs = new Inputs(data);
    let own: ModelSeries | undefined;
    const fits = new Map<number, Fit>();
    return {
      async issue(issuedAt) {
        const load = data.load(area.series);
        if (!load) throw noData(area, 'source_late');
        const refit = refitFor(load, issuedAt);
        const views = inputs.load(area.series, area, refit, issuedAt);
        const newest = inputs.newestGood(area.series);
        if (!views || newest === undefined || issuedAt - newest > PLAIN_REGRESSION.latestLoadHours * HOUR_MS)
          throw noData(area, 'source_late');
        own ??= new ModelSeries(views);
        own.readTraining();
        own.climatology.prepare(refit);
        if (own.climatology.fittedDays < PLAIN_REGRESSION.fewestDays) throw noData(area, 'before_history');
        const day = localDayNumber(area.timezone, newest + HOUR_MS);
        const knownHours = hoursRead(localHour(area.timezone, newest + HOUR_MS));
        let fit = fits.get(knownHours);
        if (fit?.trainingCutoff !== refit.trainingCutoff) {
          const design = new LoadDesign(own, [], {
            knownHours,
            lastLeadDay: LAST_LEAD_DAY,
            firstDay: PLAIN_REGRESSION.firstDay,
            neighbourPenalty: 1,
            clip: PLAIN_REGRESSION.clip,
            ridge,
            ownGroups: features(knownHours),
          });
          fit = fitDesign(design, refit, own);
          fits.set(knownHours, fit);
        }
        const hours = localHoursOf(area.timezone, issuedAt, day);
        const issued = issueFrom(fit, own, day, hours);
        return { start: hours.start, ...issued, dataCutoff: newest, model, excludedInputs: [] };
      },
    };
  },
});

function fitDesign(design: LoadDesign, refit: Refit, own: ModelSeries): Fit {
  const member = new Member(design);
  member.advance(refit, refit.trainingCutoff - PAST_DAYS);
  const tier = new InputTier('load', [{ kind: 'grids', member, isFallback: false }]);
  tier.prepare(refit, own.trainingView);
  return { member, tier, calibrations: new TierCalibrations(), trainingCutoff: refit.trainingCutoff };
}

function issueFrom(
  { member, tier, calibrations, trainingCutoff }: Fit,
  own: ModelSeries,
  day: DayNumber,
  hours: LocalHours,
) {
  const recentLogs = new Map([[member, member.predict(Math.min(trainingCutoff, day), day + 1)]]);
  const forecasts = tier.forecasts(recentLogs, day, own.issueView);
  return toHourly(hours, forecasts.logs, calibrations.calibrate(forecasts, own.trainingView, own.issueView, day));
}

function noData(area: ForecastTarget, reason: 'source_late' | 'before_history'): ServiceError {
  return new ServiceError('no_data', `${area.name}: too little load for a regression`, { reason });
}
