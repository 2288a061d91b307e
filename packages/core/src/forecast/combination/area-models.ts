import type { Area } from '../../areas/area.js';
import { type DayNumber, dayNumber } from '../../calendar/holiday-calendar.js';
import type { Calendar } from '../climatology/shared-holidays.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { LAST_NEAR_LEAD_DAY } from '../output/near-and-far.js';
import { GlobalModel, type GlobalModels, GlobalRegression } from '../regression/global-model.js';
import {
  ADJACENT_FIRST_DAY,
  GRIDS_FIRST_DAY,
  LoadDesign,
  type LoadDesignOptions,
  type RidgeSteps,
} from '../regression/load-design.js';
import { Member, type MemberParts } from '../regression/member.js';
import { OperatorDesign } from '../regression/operator-design.js';
import { RecentForecasts } from '../regression/recent-forecasts.js';
import { RefitPolicy } from '../regression/refit-policy.js';
import { WeatherDesign } from '../regression/weather-design.js';
import type { WeatherInputs } from '../weather/weather-inputs.js';
import type { WeatherResponse } from '../weather/weather-response.js';
import { LAST_LEAD_DAY, type MemberKind, type Part } from './ensemble.js';
import { tiersOf } from './fallback-order.js';
import { InputTier } from './input-tier.js';

/** A regression on fewer rows than this is not listened to. */
const FEWEST_ROWS = 200;
const OPERATOR_FIRST_DAY = dayNumber(2015, 8, 1);
const LOAD_RIDGE: RidgeSteps = [
  [0, 300],
  [1, 450],
  [2, 700],
  [5, 20_000],
  [9, 40_000],
];
/** One strength for all lead days: a design of so many neighbours is factorised once. */
const ADJACENT_RIDGE: RidgeSteps = [[0, 450]];
/** Ten areas' rows weigh against one penalty. */
const POOL_RIDGE: RidgeSteps = [
  [0, 3000],
  [2, 4000],
  [5, 40_000],
  [9, 80_000],
];
/** Operator's forecast, in units of the load's ridge: errors are smaller than residuals, and so are their weights. */
const OPERATOR_RIDGE = { errorPenalty: 0.1, anomalyPenalty: 0.03, ridge: [[0, 1000]] } as const;
/** What weather leaves over is smaller than what the calendar does, and lasts longer. */
const WEATHER_RIDGE: RidgeSteps = [
  [0, 90],
  [1, 135],
  [2, 210],
  [5, 390],
  [9, 660],
];
/** A very small, restless area: its residuals are kept farther out, and it has nothing to learn from or to teach others. */
const RESTLESS: Area['id'] = 'vea';

/** Whether an area takes part in what all areas learn together. */
export function isInGlobalModel({ id }: Area): boolean {
  return id !== RESTLESS;
}

/** The series an area's models read, in one state of knowledge. */
export interface AreaInputs {
  readonly own: SeriesInputs;
  readonly grids: readonly SeriesInputs[];
  readonly adjacent: readonly SeriesInputs[];
  /** The own series of all areas that learn together, each in its own clock; none for an area that stands apart. */
  readonly areas: readonly SeriesInputs[];
  readonly operator: SeriesInputs | undefined;
  /** Newest lead day whose operator forecast is known: 0 today's, 1 tomorrow's. */
  readonly operatorDays: 0 | 1 | undefined;
  readonly weather: WeatherInputs | undefined;
}

/** Everything fitted for one area and one number of known hours of the issue day. */
export class AreaModels {
  tiers: readonly InputTier[] = [];
  private calendarInUse: Calendar | undefined;
  private readonly far: LoadDesignOptions;
  private readonly pastDays: number;
  private readonly globalModels: GlobalModels;
  private readonly watch: RefitPolicy;
  private members: ReadonlyMap<MemberKind, Member> = new Map();
  private readonly issueView = new RecentForecasts();

  /**
   * @param pastDays days before the refit for which past forecasts are made; without them only near lead days are
   *   trainingView, and nothing is kept to go on from
   * @param globalModels what all areas learn together
   */
  constructor(area: Area, knownHours: number, pastDays: number, globalModels: GlobalModels) {
    this.far = {
      knownHours,
      clip: area.id === RESTLESS ? 1 : 0.5,
      lastLeadDay: pastDays > 0 ? LAST_LEAD_DAY : LAST_NEAR_LEAD_DAY,
      firstDay: GRIDS_FIRST_DAY,
      neighbourPenalty: 0.3,
      ridge: LOAD_RIDGE,
    };
    this.pastDays = pastDays;
    this.globalModels = globalModels;
    this.watch = new RefitPolicy(pastDays > 0);
  }

  /** Fits up to the refit: on from the last refit when nothing before it has changed, else from the start. */
  prepare(refit: Refit, offered: AreaInputs): void {
    const inputs = usable(offered, refit);
    const { own, grids, adjacent, operator, operatorDays, weather } = inputs;
    const globalModel = this.poolAt(refit, inputs.areas);
    const response = weather?.response(own, refit);
    const learntFrom = [...new Set([own, ...grids, ...adjacent, ...(operator ? [operator] : [])])];
    const more = `operator ${operatorDays} weather ${response && weather?.generation} globalModel ${globalModel?.generation}`;
    const step = this.watch.step(refit, learntFrom, more);
    this.issueView.follow(learntFrom.map(({ issueView }) => issueView));
    if (step === 'stay') return;
    this.issueView.clear();
    if (step === 'restart') {
      this.calendarInUse = globalModel?.calendarOf(own) ?? own.climatology;
      this.members = this.build(inputs, response, globalModel, this.calendarInUse);
      this.tiers = [];
    }
    for (const member of this.members.values()) member.advance(refit, refit.trainingCutoff - this.pastDays);
    this.tiers = this.makeRungs();
    for (const tier of this.tiers) tier.review(refit, own.trainingView);
    if (this.pastDays === 0) for (const member of this.members.values()) member.forgetRows();
    this.watch.note(refit, learntFrom, more);
  }

  /** What the calendar alone says of the area's load. Prepared before. */
  get calendar(): Calendar {
    return this.calendarInUse!;
  }

  /** The members' forecasts of issue days `from` to `to`, inclusive. */
  predict(from: DayNumber, to: DayNumber): Map<Member, Float64Array[]> {
    return new Map(
      [...this.members].map(([kind, member]) => {
        const logs = kind === 'weather' ? member.predict(from, to + 1) : this.issueView.of(member, from, to);
        return [member, logs];
      }),
    );
  }

  /** What makes up the forecasts of an issue day by members of a tier. */
  explain(tier: InputTier, day: DayNumber): ReadonlyMap<Member, MemberParts> {
    return new Map(tier.parts.map(({ member }) => [member, member.explain(day)]));
  }

  private poolAt(refit: Refit, areas: readonly SeriesInputs[]): GlobalModel | undefined {
    if (areas.length === 0) return undefined;
    const options = { ...this.far, ridge: POOL_RIDGE };
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
    const near = { ...far, lastLeadDay: LAST_NEAR_LEAD_DAY };
    const members = new Map<MemberKind, Member>([['grids', new Member(new LoadDesign(own, grids, far, calendar))]]);
    if (adjacent.length > 0) {
      const options = { ...near, firstDay: ADJACENT_FIRST_DAY, neighbourPenalty: 3, ridge: ADJACENT_RIDGE };
      members.set('adjacent', new Member(new LoadDesign(own, adjacent, options, calendar)));
    }
    if (globalModel) {
      const design = new LoadDesign(own, [], far, calendar);
      members.set('pooled', new Member(design, new GlobalRegression(globalModel, design)));
    }
    if (operator && operatorDays !== undefined) {
      const options = { ...near, firstDay: OPERATOR_FIRST_DAY, operatorDays, ...OPERATOR_RIDGE };
      const kind = operatorDays === 1 ? 'operator' : 'operatorToday';
      members.set(kind, new Member(new OperatorDesign(own, operator, [], options)));
      if (grids.length > 0)
        members.set(`${kind}Neighbours`, new Member(new OperatorDesign(own, operator, grids, options)));
    }
    if (response && weather) {
      const options = { ...far, ridge: WEATHER_RIDGE };
      members.set('weather', new Member(new WeatherDesign(own, options, response, weather)));
    }
    return members;
  }

  /** Rungs are kept while they stand on the same members: their error tables of past quarters are worth keeping. */
  private makeRungs(): InputTier[] {
    const heard = [...this.members].filter(([kind, { rows }]) => kind === 'grids' || rows >= FEWEST_ROWS);
    return tiersOf(new Map(heard)).map(
      ({ name, parts }) =>
        this.tiers.find((tier) => tier.name === name && sameParts(tier.parts, parts)) ?? new InputTier(name, parts),
    );
  }
}

/** Without the neighbours that are too new or too often silent. */
function usable(offered: AreaInputs, refit: Refit): AreaInputs {
  const { own, grids, adjacent, areas } = offered;
  for (const { climatology } of [own, ...grids, ...adjacent, ...areas]) climatology.prepare(refit);
  return {
    ...offered,
    grids: grids.filter(({ climatology }) => climatology.isSteady),
    adjacent: adjacent.filter(({ climatology }) => climatology.isSteady),
  };
}

function sameParts(a: readonly Part[], b: readonly Part[]): boolean {
  return (
    a.length === b.length && a.every((part, i) => part.member === b[i]!.member && part.isReserve === b[i]!.isReserve)
  );
}
