import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ModelSeries } from '../climatology/climatology.js';
import type { MemberState, ModelsState } from '../fitted-states.js';
import type { ForecastTarget } from '../forecaster.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { LoadDesign, type LoadDesignOptions } from '../regression/design/load-design.js';
import { multiDayDesign } from '../regression/design/multi-day/multi-day-design.js';
import { operatorDesign } from '../regression/design/operator-design.js';
import { twoDaysOfHours } from '../regression/design/residual-features.js';
import { weatherBaselines } from '../regression/design/weather-baselines.js';
import { GlobalModel, type GlobalModels, globalRegression } from '../regression/global-model.js';
import { Member, type MemberDesign, RecentForecasts } from '../regression/member.js';
import { nearErrorsOf } from '../regression/near-shares.js';
import { RefitPolicy, type TrainingSeries } from '../regression/refit-policy.js';
import { LEAD_DAYS, MEMBERS, REGRESSION } from '../settings.data.js';
import type { AreaFits, FittedInputs } from './area-fits.js';
import { type EnsembleMember, LAST_LEAD_DAY, type MemberKind } from './ensemble.js';
import { tiersOf } from './fallback-order.js';
import { InputTier } from './input-tier.js';

/** Models shared: of all areas, and of one area's numbers of known hours. */
export interface SharedModels {
  readonly globalModels: GlobalModels;
  readonly areaFits: AreaFits;
}

/** Members that read more than the day tables whose changes the cache of recent forecasts follows. */
const UNCACHED: ReadonlySet<MemberKind> = new Set(['weather', 'multiDay', 'multiDayNeighbours']);

/** All models fitted for one area and one number of known hours of the issue day. */
export class AreaModels {
  tiers: readonly InputTier[] = [];
  /** Fingerprint of the newest fit's inputs; empty before it. */
  fingerprint = '';
  /** How errors grow with the distance from the newest load: `nearErrorsOf` of the newest fit. */
  nearErrors: Float64Array = new Float64Array();
  /** Whether the newest fit was restored from a state: it has forecasts for the last weeks only, and cannot be extended. */
  isRestored = false;
  readonly knownHours: number;
  private readonly far: LoadDesignOptions;
  private readonly ownNextHours: ForecastTarget['nextHours'];
  private readonly pastDays: number;
  private readonly shared: SharedModels;
  private refitPolicy: RefitPolicy;
  private members: ReadonlyMap<MemberKind, Member> = new Map();
  private readonly recentForecasts = new RecentForecasts();

  /**
   * @param pastDays days before the refit for which past forecasts are made; with 0 only near lead days are fitted, and
   *   training rows are dropped after each fit
   */
  constructor(area: ForecastTarget, knownHours: number, pastDays: number, shared: SharedModels) {
    this.knownHours = knownHours;
    this.far = {
      knownHours,
      clip: REGRESSION.residualClip,
      lastLeadDay: pastDays > 0 ? LAST_LEAD_DAY : LEAD_DAYS.lastNear,
      ...MEMBERS.grids,
    };
    this.ownNextHours = area.nextHours;
    this.pastDays = pastDays;
    this.shared = shared;
    this.refitPolicy = new RefitPolicy(pastDays > 0);
  }

  /** Uses the newest fit for an issue with equal inputs before the refit. */
  keep(inputs: FittedInputs): void {
    this.recentForecasts.dropStale(trainingSeriesOf(inputs).map(({ issueView }) => issueView));
  }

  /**
   * Fits up to the refit: extends the last fit when nothing before it has changed, else fits from the first day.
   *
   * @param inputs from `AreaFits.fit`
   * @returns whether there was something to fit
   */
  fit(refit: Refit, inputs: FittedInputs, fingerprint: string): boolean {
    const { own, operatorDays, response } = inputs;
    const globalModel = this.globalModelAt(refit, inputs.areas);
    const trainingSeries = trainingSeriesOf(inputs);
    const otherInputs = [
      operatorDays,
      response && this.shared.areaFits.weatherModel.generation,
      globalModel?.generation,
      inputs.multiDay?.generation,
    ];
    const action = this.refitPolicy.actionFor(refit, trainingSeries, otherInputs);
    this.keep(inputs);
    this.fingerprint = fingerprint;
    if (action === 'keep') return false;
    this.recentForecasts.clear();
    if (action === 'rebuild') {
      this.members = this.build(inputs, (kind, design) =>
        kind === 'global' && globalModel
          ? new Member(design, globalRegression(globalModel, design.firstDay))
          : new Member(design),
      );
      this.tiers = [];
    }
    this.advanceMembers(refit);
    this.tiers = this.buildTiers();
    const { past } = this.autoregression;
    const autoregression = { knownHours: this.knownHours, past, leastShare: this.ownNextHours?.leastShare };
    for (const tier of this.tiers) tier.prepare(refit, own.trainingView, autoregression);
    this.nearErrors = nearErrorsOf(past, own.trainingView, this.knownHours, refit.trainingCutoff);
    if (this.pastDays === 0) for (const member of this.members.values()) member.dropPast();
    this.refitPolicy.record(refit, trainingSeries, otherInputs);
    this.isRestored = false;
    return true;
  }

  /**
   * Takes the newest fit over from a state.
   *
   * @param inputs from `AreaFits.kept`
   */
  restore({ trainingCutoff }: Refit, inputs: FittedInputs, state: ModelsState): void {
    this.keep(inputs);
    this.recentForecasts.clear();
    this.fingerprint = state.fingerprint;
    this.isRestored = true;
    this.refitPolicy = new RefitPolicy(this.pastDays > 0);
    this.nearErrors = state.nearErrors;
    this.members = this.build(inputs, (kind, design) => {
      const kept = state.members.find((member) => member.kind === kind);
      return kept && Member.of(design, trainingCutoff, kept.rows, kept.weights);
    });
    this.tiers = [];
    this.tiers = this.buildTiers();
    for (const tier of this.tiers) {
      const kept = state.tiers.find(({ name }) => name === tier.name);
      if (kept) tier.restore(trainingCutoff, kept);
    }
  }

  /** The newest fit of each member, to be kept. */
  get memberStates(): MemberState[] {
    return [...this.members].map(([kind, { rows, fit }]) => ({ kind, rows, weights: fit }));
  }

  /** The plain autoregression of the next hours. Only after `fit` or `restore`. */
  get autoregression(): Member {
    return this.members.get('autoregression')!;
  }

  /** The members' forecasts of issue days `from` to `to`, inclusive. */
  predict(from: DayNumber, to: DayNumber): Map<Member, Float64Array[]> {
    return new Map(
      [...this.members].map(([kind, member]) => {
        const logs = UNCACHED.has(kind)
          ? member.predict(from, to + 1)
          : this.recentForecasts.forecastsOf(member, from, to);
        return [member, logs];
      }),
    );
  }

  private advanceMembers(refit: Refit): void {
    for (const [kind, member] of this.members) {
      const pastDays = kind === 'autoregression' ? MEMBERS.autoregression.pastDays : this.pastDays;
      member.advance(refit, refit.trainingCutoff - pastDays);
    }
  }

  private globalModelAt(refit: Refit, areas: readonly ModelSeries[]): GlobalModel | undefined {
    if (areas.length === 0) return undefined;
    const { far, pastDays, knownHours } = this;
    const { globalModels } = this.shared;
    const known = globalModels.get(knownHours);
    const globalModel = known ?? new GlobalModel({ ...far, ...MEMBERS.global }, pastDays);
    globalModels.set(knownHours, globalModel);
    return globalModel.prepare(refit, areas) ? globalModel : undefined;
  }

  /** @param make the member of a kind; none if it gives none */
  private build(
    { own, grids, adjacent, areas, operator, operatorDays, multiDay, weather, response }: FittedInputs,
    make: (kind: MemberKind, design: MemberDesign) => Member | undefined,
  ): ReadonlyMap<MemberKind, Member> {
    const { far } = this;
    const near = { ...far, lastLeadDay: LEAD_DAYS.lastNear };
    const members = new Map<MemberKind, Member>();
    const add = (kind: MemberKind, design: MemberDesign) => {
      const member = make(kind, design);
      if (member) members.set(kind, member);
    };
    add('grids', new LoadDesign(own, grids, far));
    if (adjacent.length > 0) add('adjacent', new LoadDesign(own, adjacent, { ...near, ...MEMBERS.adjacent }));
    if (areas.length > 0) add('global', new LoadDesign(own, [], far));
    if (operator && operatorDays !== undefined) {
      const options = { ...near, operatorDays, ...MEMBERS.operator };
      const kind = operatorDays === 1 ? 'operator' : 'operatorToday';
      add(kind, operatorDesign(own, operator, [], options));
      if (grids.length > 0) add(`${kind}Neighbours`, operatorDesign(own, operator, grids, options));
    }
    if (multiDay) {
      const options = { ...far, ...MEMBERS.multiDay };
      add('multiDay', multiDayDesign(own, multiDay, [], options));
      if (grids.length > 0) add('multiDayNeighbours', multiDayDesign(own, multiDay, grids, options));
    }
    if (response && weather) {
      const options = { ...far, ...MEMBERS.weather, remainderKind: 'weather' } as const;
      add('weather', new LoadDesign(own, [], options, weatherBaselines(response, weather, far.knownHours)));
    }
    const ownGroups = twoDaysOfHours(far.knownHours);
    const options = { ...far, ...MEMBERS.autoregression, ...this.ownNextHours, ownGroups };
    add('autoregression', new LoadDesign(own, [], options));
    return members;
  }

  /** Tiers with the same members as before are reused: they hold the error tables of past quarters. */
  private buildTiers(): InputTier[] {
    const fitted = [...this.members].filter(([kind, { rows }]) => kind === 'grids' || rows >= MEMBERS.fewestRows);
    return tiersOf(new Map(fitted)).map(
      ({ name, members }) =>
        this.tiers.find((tier) => tier.name === name && sameMembers(tier.members, members)) ??
        new InputTier(name, members, true),
    );
  }
}

/** The series that an area's models are fitted to, each once. */
function trainingSeriesOf({ own, grids, adjacent, operator }: FittedInputs): TrainingSeries[] {
  return [...new Set<TrainingSeries>([own, ...grids, ...adjacent, ...(operator ? [operator] : [])])];
}

function sameMembers(a: readonly EnsembleMember[], b: readonly EnsembleMember[]): boolean {
  return (
    a.length === b.length && a.every((own, i) => own.member === b[i]!.member && own.isFallback === b[i]!.isFallback)
  );
}
