import type { DayNumber } from '../calendar/holiday-calendar.js';
import { AreaFits, type AreaInputs, type FittedInputs } from './combination/area-fits.js';
import { AreaModels } from './combination/area-models.js';
import type { InputTier, TierForecasts } from './combination/input-tier.js';
import type { FittedStates, ModelsState, WantedStates } from './fitted-states.js';
import type { ForecastTarget } from './forecaster.js';
import type { Refit } from './inputs/training-cutoff.js';
import type { GlobalModels } from './regression/global-model.js';
import { ISSUE, REFERENCE } from './settings.data.js';
import { type DayCalibration, PAST_DAYS, TierCalibrations } from './uncertainty/calibration.js';

/** The data of one issue: its inputs, the refit whose fits it uses, and the hash of the data known then. */
export interface IssueInputs {
  readonly refit: Refit;
  readonly inputs: AreaInputs;
  readonly fingerprint: string;
}

/** The fitted models of one area: kept from issue to issue, taken over from a state, or fitted and their state kept. */
export class FittedModels {
  private readonly area: ForecastTarget;
  private readonly globalModels: GlobalModels;
  private readonly states: FittedStates | undefined;
  private readonly areaFits = new AreaFits();
  private readonly calibrations: TierCalibrations;
  private readonly byHours = new Map<string, AreaModels>();

  /** @param states where fits outlast the process; without it they end with it */
  constructor(area: ForecastTarget, globalModels: GlobalModels, states?: FittedStates) {
    this.area = area;
    this.calibrations = new TierCalibrations(area.volatilityPower);
    this.globalModels = globalModels;
    this.states = states;
  }

  /** The models for a number of known hours, fitted up to the refit. */
  at(knownHours: number, issue: IssueInputs): AreaModels {
    const { refit, fingerprint } = issue;
    const models = this.modelsFor(knownHours, issue.inputs);
    const kept = this.keptFits(issue);
    if (kept && models.fingerprint === fingerprint) {
      models.keep(kept);
      return models;
    }
    const state = kept && this.states?.models.read(nameOf(this.area, knownHours, issue));
    if (kept && state?.fingerprint === fingerprint) this.restore(models, refit, kept, state);
    else this.refit(models, issue);
    return models;
  }

  /** The states for some numbers of known hours, except those whose fits are in memory. */
  lacking(hours: readonly number[], { inputs, fingerprint }: IssueInputs): WantedStates {
    const { area, areaFits, byHours } = this;
    const isFitted = (known: number) => byHours.get(keyOf(known, inputs))?.fingerprint === fingerprint;
    const missing = [...new Set(hours)].filter((known) => !isFitted(known));
    return {
      fingerprint,
      areas: areaFits.state?.fingerprint === fingerprint ? [] : [area.id],
      models: missing.map((known) => nameOf(area, known, { inputs })),
    };
  }

  /** Whether a tier can be calibrated: one without a kept calibration needs all its past forecasts. */
  canCalibrate(models: AreaModels, tier: InputTier): boolean {
    return !models.isRestored || this.calibrations.has(tier);
  }

  /** Fits the models without looking for states. */
  refit(models: AreaModels, issue: IssueInputs): void {
    const { refit, inputs, fingerprint } = issue;
    const before = this.areaFits.state?.fingerprint;
    const fitted = this.areaFits.fit(refit, inputs, fingerprint);
    if (before !== fingerprint) this.states?.areas.write(this.area.id, this.areaFits.state!);
    // Fits of the reference hour are kept with their calibration.
    if (models.fit(refit, fitted, fingerprint) && models.knownHours !== REFERENCE.knownHours)
      this.keepState(models, issue);
  }

  /** The error quantiles of a tier's forecast of an issue day. */
  calibrate(models: AreaModels, forecasts: TierForecasts, issue: IssueInputs, day: DayNumber): DayCalibration {
    const { own } = issue.inputs;
    const isNew = !this.calibrations.has(forecasts.tier);
    if (isNew) own.readTraining();
    const calibration = this.calibrations.calibrate(forecasts, own.trainingView, own.issueView, day);
    if (isNew) this.keepState(models, issue);
    return calibration;
  }

  /** Days with 24 measured hours behind the newest fit. */
  get fittedDays(): number {
    return this.areaFits.state?.fittedDays ?? 0;
  }

  private keptFits({ refit, inputs, fingerprint }: IssueInputs): FittedInputs | undefined {
    return this.areaFits.kept(refit, inputs, fingerprint, () => this.states?.areas.read(this.area.id));
  }

  /** The models for a number of known hours and operator days; the least recently used beyond the limit are dropped. */
  private modelsFor(knownHours: number, inputs: AreaInputs): AreaModels {
    const key = keyOf(knownHours, inputs);
    const most = this.states ? ISSUE.mostModelsBesideStates : ISSUE.mostModels;
    const pastDays = knownHours === REFERENCE.knownHours ? PAST_DAYS : 0;
    const shared = { globalModels: this.globalModels, areaFits: this.areaFits };
    const models = this.byHours.get(key) ?? new AreaModels(this.area, knownHours, pastDays, shared);
    this.byHours.delete(key);
    this.byHours.set(key, models);
    if (this.byHours.size > most) this.byHours.delete(this.byHours.keys().next().value!);
    return models;
  }

  /** Writes the state of the newest fit and keeps only the state: training rows and past forecasts are no longer needed. */
  private keepState(models: AreaModels, issue: IssueInputs): void {
    const { states, calibrations } = this;
    const fits = this.keptFits(issue);
    if (!states || !fits) return;
    const { fingerprint, nearErrors, memberStates: members } = models;
    const name = nameOf(this.area, models.knownHours, issue);
    // A tier may have been forecast with before, and not since it was fitted again.
    const before = states.models.read(name);
    const known = before?.fingerprint === fingerprint ? before.tiers : [];
    const tiers = models.tiers.map((tier) => ({
      ...tier.state,
      calibration: calibrations.stateOf(tier) ?? known.find((each) => each.name === tier.name)?.calibration,
    }));
    const state = { fingerprint, nearErrors, members, tiers };
    states.models.write(name, state);
    this.restore(models, issue.refit, fits, state);
  }

  private restore(models: AreaModels, refit: Refit, fits: FittedInputs, state: ModelsState): void {
    models.restore(refit, fits, state);
    for (const tier of models.tiers) {
      const calibration = state.tiers.find(({ name }) => name === tier.name)?.calibration;
      if (calibration) this.calibrations.restore(tier, calibration);
    }
  }
}

const keyOf = (knownHours: number, { operatorDays }: AreaInputs): string => `${knownHours} ${operatorDays}`;

function nameOf({ id }: ForecastTarget, knownHours: number, { inputs }: Pick<IssueInputs, 'inputs'>): string {
  return `${id} ${keyOf(knownHours, inputs)}`;
}
