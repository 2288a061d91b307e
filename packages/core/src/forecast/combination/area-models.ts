import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../climatology/model-series.js';
import type { Calendar } from '../climatology/shared-holidays.js';
import type { ForecastTarget } from '../forecaster.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { LoadDesign, type LoadDesignOptions, sameBaseline } from '../regression/design/load-design.js';
import { OperatorDesign } from '../regression/design/operator-design.js';
import { weatherBaselines } from '../regression/design/weather-baselines.js';
import { GlobalModel, type GlobalModels, GlobalRegression } from '../regression/global-model.js';
import { Member, type MemberParts } from '../regression/member.js';
import { RecentForecasts } from '../regression/recent-forecasts.js';
import { RefitPolicy, type TrainingSeries } from '../regression/refit-policy.js';
import { LEAD_DAYS, MEMBERS } from '../settings.data.js';
import type { WeatherInputs } from '../weather/weather-inputs.js';
import type { WeatherModel } from '../weather/weather-model.js';
import type { WeatherResponse } from '../weather/weather-response.js';
import { type EnsembleMember, LAST_LEAD_DAY, type MemberKind } from './ensemble.js';
import { tiersOf } from './fallback-order.js';
import { InputTier } from './input-tier.js';

/** The series an area's models read, each in its training view and its issue view. */
export interface AreaInputs {
  readonly own: ModelSeries;
  readonly grids: readonly ModelSeries[];
  readonly adjacent: readonly ModelSeries[];
  /** The load of the global model's areas, each in its own clock; empty for an area outside the global model. */
  readonly areas: readonly ModelSeries[];
  readonly operator: SeriesInputs | undefined;
  /** Last lead day whose operator forecast is known: 0 today, 1 tomorrow. */
  readonly operatorDays: 0 | 1 | undefined;
  readonly weather: WeatherInputs | undefined;
}

/** Models shared: of all areas, and of one area's numbers of known hours. */
export interface SharedModels {
  readonly globalModels: GlobalModels;
  readonly weatherModel: WeatherModel;
}

/** All models fitted for one area and one number of known hours of the issue day. */
export class AreaModels {
  tiers: readonly InputTier[] = [];
  private calendarFit: Calendar | undefined;
  private readonly far: LoadDesignOptions;
  private readonly pastDays: number;
  private readonly globalModels: GlobalModels;
  private readonly weatherModel: WeatherModel;
  private readonly refitPolicy: RefitPolicy;
  private members: ReadonlyMap<MemberKind, Member> = new Map();
  private readonly recentForecasts = new RecentForecasts();

  /**
   * @param pastDays days before the refit for which past forecasts are made; with 0 only near lead days are fitted, and
   *   training rows are dropped after each fit
   */
  constructor(
    area: ForecastTarget,
    knownHours: number,
    pastDays: number,
    { globalModels, weatherModel }: SharedModels,
  ) {
    this.far = {
      knownHours,
      clip: area.residualClip,
      lastLeadDay: pastDays > 0 ? LAST_LEAD_DAY : LEAD_DAYS.lastNear,
      ...MEMBERS.grids,
    };
    this.pastDays = pastDays;
    this.globalModels = globalModels;
    this.weatherModel = weatherModel;
    this.refitPolicy = new RefitPolicy(pastDays > 0);
  }

  /** Fits up to the refit: extends the last fit when nothing before it has changed, else fits from the first day. */
  prepare(refit: Refit, available: AreaInputs): void {
    const inputs = withSteadyNeighbours(available, refit);
    const { own, grids, adjacent, operator, operatorDays, weather } = inputs;
    const globalModel = this.globalModelAt(refit, inputs.areas);
    const response = weather && this.weatherModel.prepare(own, weather, refit);
    const trainingSeries = [...new Set<TrainingSeries>([own, ...grids, ...adjacent, ...(operator ? [operator] : [])])];
    const otherInputs = `operator ${operatorDays} weather ${response && this.weatherModel.generation} globalModel ${globalModel?.generation}`;
    const action = this.refitPolicy.actionFor(refit, trainingSeries, otherInputs);
    this.recentForecasts.dropStale(trainingSeries.map(({ issueView }) => issueView));
    if (action === 'keep') return;
    this.recentForecasts.clear();
    if (action === 'rebuild') {
      this.calendarFit = globalModel?.calendarOf(own) ?? own.climatology;
      this.members = this.build(inputs, response, globalModel, this.calendarFit);
      this.tiers = [];
    }
    for (const member of this.members.values()) member.advance(refit, refit.trainingCutoff - this.pastDays);
    this.tiers = this.buildTiers();
    for (const tier of this.tiers) tier.prepare(refit, own.trainingView);
    if (this.pastDays === 0) for (const member of this.members.values()) member.dropTrainingRows();
    this.refitPolicy.record(refit, trainingSeries, otherInputs);
  }

  /** The climatology that residuals are taken from. Only after `prepare`. */
  get calendar(): Calendar {
    return this.calendarFit!;
  }

  /** The members' forecasts of issue days `from` to `to`, inclusive. */
  predict(from: DayNumber, to: DayNumber): Map<Member, Float64Array[]> {
    return new Map(
      [...this.members].map(([kind, member]) => {
        const logs =
          kind === 'weather' ? member.predict(from, to + 1) : this.recentForecasts.forecastsOf(member, from, to);
        return [member, logs];
      }),
    );
  }

  /** The parts of the forecasts that a tier's members make of an issue day. */
  explain(tier: InputTier, day: DayNumber): ReadonlyMap<Member, MemberParts> {
    return new Map(tier.members.map(({ member }) => [member, member.explain(day)]));
  }

  private globalModelAt(refit: Refit, areas: readonly ModelSeries[]): GlobalModel | undefined {
    if (areas.length === 0) return undefined;
    const options = { ...this.far, ...MEMBERS.global };
    const globalModel = this.globalModels.at(this.far.knownHours, () => new GlobalModel(options, this.pastDays));
    return globalModel.prepare(refit, areas) ? globalModel : undefined;
  }

  private build(
    { own, grids, adjacent, operator, operatorDays, weather }: AreaInputs,
    response: WeatherResponse | undefined,
    globalModel: GlobalModel | undefined,
    calendar: Calendar,
  ): ReadonlyMap<MemberKind, Member> {
    const { far } = this;
    const baselines = sameBaseline(calendar);
    const near = { ...far, lastLeadDay: LEAD_DAYS.lastNear };
    const members = new Map<MemberKind, Member>([['grids', new Member(new LoadDesign(own, grids, far, baselines))]]);
    if (adjacent.length > 0) {
      const options = { ...near, ...MEMBERS.adjacent };
      members.set('adjacent', new Member(new LoadDesign(own, adjacent, options, baselines)));
    }
    if (globalModel) {
      const design = new LoadDesign(own, [], far, baselines);
      members.set('global', new Member(design, new GlobalRegression(globalModel, design.firstDay)));
    }
    if (operator && operatorDays !== undefined) {
      const options = { ...near, operatorDays, ...MEMBERS.operator };
      const kind = operatorDays === 1 ? 'operator' : 'operatorToday';
      members.set(kind, new Member(new OperatorDesign(own, operator, [], options)));
      if (grids.length > 0)
        members.set(`${kind}Neighbours`, new Member(new OperatorDesign(own, operator, grids, options)));
    }
    if (response && weather) {
      const options = { ...far, ...MEMBERS.weather, remainderKind: 'weather' } as const;
      const design = new LoadDesign(own, [], options, weatherBaselines(response, weather, far.knownHours));
      members.set('weather', new Member(design));
    }
    return members;
  }

  /** Tiers with the same members as before are reused: they hold the error tables of past quarters. */
  private buildTiers(): InputTier[] {
    const fitted = [...this.members].filter(([kind, { rows }]) => kind === 'grids' || rows >= MEMBERS.fewestRows);
    return tiersOf(new Map(fitted)).map(
      ({ name, members }) =>
        this.tiers.find((tier) => tier.name === name && sameMembers(tier.members, members)) ??
        new InputTier(name, members),
    );
  }
}

/** The inputs without the neighbours whose history is too short or has too many gaps. */
function withSteadyNeighbours(available: AreaInputs, refit: Refit): AreaInputs {
  const { own, grids, adjacent, areas } = available;
  for (const { climatology } of [own, ...grids, ...adjacent, ...areas]) climatology.prepare(refit);
  return {
    ...available,
    grids: grids.filter(({ climatology }) => climatology.isSteady),
    adjacent: adjacent.filter(({ climatology }) => climatology.isSteady),
  };
}

function sameMembers(a: readonly EnsembleMember[], b: readonly EnsembleMember[]): boolean {
  return (
    a.length === b.length && a.every((own, i) => own.member === b[i]!.member && own.isFallback === b[i]!.isFallback)
  );
}
